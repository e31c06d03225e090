import {
  type PacingCategory,
  type PacingConfig,
  type PacingMode,
  type PacingRange,
  ProtocolError,
  traitsOf,
} from '@bproxy/shared';
import type { ParsedRequest } from '@bproxy/shared/schemas';
import type { Session } from '../state/sessions.ts';
import type { Clock, Log } from './context.ts';

interface PacingDeps {
  clock: Clock;
  log: Log;
  pacing: Record<PacingMode, PacingConfig>;
}

/** Keeps a human pace. The slot is taken before the wait, so two requests at once get two slots. */
export async function waitForSlot(
  request: ParsedRequest,
  session: Session | null,
  deps: PacingDeps,
  signal: AbortSignal,
): Promise<void> {
  const category = traitsOf(request.action).pacing;
  if (category === 'none' || !session) return;
  const now = deps.clock.now();
  const slot = nextSlot(session, category, deps);
  const wait = slot - now;
  if (now + wait > request.deadline) {
    throw new ProtocolError('RATE_LIMITED', { details: { retryAfterMs: wait, category } });
  }
  session.lastActionAt[category] = slot;
  if (wait <= 0) return;
  deps.log('pacing_wait', { id: request.id, delay_ms: wait });
  await deps.clock.sleep(wait, signal);
}

/** The first action of a kind is free. */
function nextSlot(session: Session, category: PacingCategory, { clock, pacing }: PacingDeps): number {
  const now = clock.now();
  const last = session.lastActionAt[category];
  if (last === undefined) return now;
  const { min, max } = pacing[session.pacing][category];
  return Math.max(now, last + Math.round(min + clock.random() * (max - min)));
}

/** The pause that a request with a list of targets has to keep between them. */
export function paceWithin(
  request: ParsedRequest,
  session: Session | null,
  pacing: Record<PacingMode, PacingConfig>,
): PacingRange | undefined {
  const traits = traitsOf(request.action);
  const isList = traits.targets?.some((path) => path.includes('*')) ?? false;
  return isList && session && traits.pacing !== 'none' ? pacing[session.pacing][traits.pacing] : undefined;
}
