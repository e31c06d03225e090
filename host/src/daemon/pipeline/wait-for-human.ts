import {
  type ActionResult,
  type EndOfPause,
  type SuccessEnvelope,
  successEnvelope,
  type WireAnswer,
} from '@bproxy/shared';
import type { ParsedRequest } from '@bproxy/shared/schemas';
import type { PipelineContext } from '../context.ts';
import type { Session } from '../state/sessions.ts';

type Waiting = Pick<PipelineContext, 'clock' | 'sessions'>;

const LOOK_EVERY_MS = 100;
const DEFAULT_MS = 5_000;
/** The answer reaches its caller before the deadline. */
const MARGIN_MS = 250;

/** Who ended the pause. Null if it goes on. */
async function endOfPause(
  session: Session,
  until: number,
  { clock, sessions }: Waiting,
  signal: AbortSignal,
): Promise<EndOfPause | null> {
  const isOver = () => !session.paused || sessions.get(session.id) !== session;
  while (!isOver()) {
    if (clock.now() >= until || signal.aborted) return null;
    await clock.sleep(LOOK_EVERY_MS, signal).catch(() => undefined);
  }
  return session.paused ? 'agent' : (session.resumedBy ?? 'user');
}

/** The answer to `wait --strategy human`, which also waits in a paused session. Null for any other request. */
export async function waitForHuman(
  request: ParsedRequest,
  session: Session | null,
  context: Waiting,
  signal: AbortSignal,
): Promise<SuccessEnvelope<ActionResult['wait']> | null> {
  if (request.action !== 'wait' || request.params.strategy !== 'human' || !session) return null;
  const { timeout = DEFAULT_MS } = request.params;
  const startedAt = context.clock.now();
  const until = Math.min(startedAt + timeout, request.deadline - MARGIN_MS);
  const wasPaused = session.paused;
  const by = await endOfPause(session, until, context, signal);
  const elapsed = context.clock.now() - startedAt;
  return successEnvelope(request.id, {
    matched: by !== null,
    elapsed,
    ...(by !== null && wasPaused ? { by } : {}),
  });
}

/** `require-human --wait`: the error becomes a success if the user acts in time. */
export async function afterHuman(
  answer: WireAnswer,
  request: ParsedRequest,
  session: Session | null,
  context: Waiting,
  signal: AbortSignal,
): Promise<WireAnswer> {
  const { response } = answer;
  if (request.action !== 'require-human' || !request.params.wait || !session) return answer;
  if (response.ok || response.error.code !== 'HUMAN_REQUIRED') return answer;
  const until = Math.min(context.clock.now() + request.params.wait, request.deadline - MARGIN_MS);
  const by = await endOfPause(session, until, context, signal);
  if (by === null) return answer;
  return { ...answer, response: successEnvelope(request.id, { resumed: true, by }) };
}
