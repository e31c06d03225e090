import {
  type PacingCategory,
  type PacingConfig,
  type PacingMode,
  type PacingRange,
  ProtocolError,
  traitsOf,
} from '@bproxy/shared';
import type { ParsedRequest } from '@bproxy/shared/schemas';
import type { Clock, Log } from '../context.ts';
import type { Browsers } from '../state/browsers.ts';
import type { Pace, Session } from '../state/sessions.ts';

interface PacingDeps {
  clock: Clock;
  log: Log;
  pacing: Record<PacingMode, PacingConfig>;
  browsers: Pick<Browsers, 'paceOf'>;
}

/** Keeps a human pace. A request takes its slot before it waits, so two simultaneous requests get two slots. */
export async function waitForSlot(
  request: ParsedRequest,
  session: Session | null,
  browser: string,
  deps: PacingDeps,
  signal: () => AbortSignal,
): Promise<void> {
  const category = traitsOf(request.action).pacing;
  if (category === 'none') return;
  const pace = paceFor(request, session, browser, deps);
  const slot = nextSlot(pace, category, session?.pacing ?? 'human', deps);
  const wait = Math.round(slot - deps.clock.steady());
  if (deps.clock.now() + wait > request.deadline) {
    throw new ProtocolError('RATE_LIMITED', { details: { retryAfterMs: wait, category } });
  }
  const giveBack = take(pace, category, slot);
  if (wait <= 0) return;
  deps.log('pacing_wait', { id: request.id, delay_ms: wait });
  try {
    await deps.clock.sleep(wait, signal());
  } catch (thrown) {
    giveBack();
    throw thrown;
  }
}

/** A session opens its first tab at the pace of its browser. Otherwise, new sessions would avoid every pause. */
function paceFor(
  request: ParsedRequest,
  session: Session | null,
  browser: string,
  { browsers }: PacingDeps,
): Pace {
  const isFirstTab = traitsOf(request.action).tab === 'none' && session?.nextTab === 1;
  return session && !isFirstTab ? session : browsers.paceOf(browser);
}

/** The first action of a kind does not wait. */
function nextSlot(
  { lastActionAt, nextPause }: Pace,
  category: PacingCategory,
  mode: PacingMode,
  { clock, pacing }: PacingDeps,
): number {
  const now = clock.steady();
  const last = lastActionAt[category];
  if (last === undefined) return now;
  nextPause[category] ??= clock.random();
  const { min, max } = pacing[mode][category];
  return Math.max(now, last + Math.round(min + nextPause[category] * (max - min)));
}

/**
 * Returns an undo function for a caller that leaves while it waits. Unless another request has queued behind it, the
 * next request then waits as long as this one would have.
 */
function take({ lastActionAt, nextPause }: Pace, category: PacingCategory, slot: number): () => void {
  const before = { last: lastActionAt[category], pause: nextPause[category] };
  lastActionAt[category] = slot;
  delete nextPause[category];
  return () => {
    if (lastActionAt[category] !== slot || before.last === undefined) return;
    lastActionAt[category] = before.last;
    if (before.pause !== undefined) nextPause[category] = before.pause;
  };
}

/** The pause between the parts of a request that has several. */
export function paceWithin(
  request: ParsedRequest,
  session: Session | null,
  pacing: Record<PacingMode, PacingConfig>,
): PacingRange | undefined {
  const { within } = traitsOf(request.action);
  return within && session ? pacing[session.pacing][within] : undefined;
}

/** The request kept the pace between its own parts; the last one counts as the last action. */
export function actedUntil(now: number, request: ParsedRequest, session: Session | null): void {
  const category = traitsOf(request.action).pacing;
  if (!session || category === 'none') return;
  session.lastActionAt[category] = Math.max(session.lastActionAt[category] ?? 0, now);
}
