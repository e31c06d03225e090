import {
  type Envelope,
  type ErrorEnvelope,
  errorEnvelope,
  makeError,
  ProtocolError,
  runsAt,
  successEnvelope,
  traitsOf,
  type WireAnswer,
} from '@bproxy/shared';
import { isRequest, type ParsedRequest, requestIssues } from '@bproxy/shared/schemas';
import { runDaemonAction } from '../actions/registry.ts';
import { sessionMade, withNextStep } from '../answers/next-step.ts';
import { redact } from '../answers/redact.ts';
import { toError } from '../answers/to-error.ts';
import type { Clock, PipelineContext } from '../context.ts';
import { afterwards } from './afterwards.ts';
import { forward } from './forward.ts';
import { InFlightRequests } from './once/in-flight.ts';
import { KeptAnswers, payloadOf } from './once/kept-answers.ts';
import { findSession } from './session.ts';
import { waitForHuman } from './wait-for-human.ts';

/** Node timers overflow above this value and fire at once. */
const MAX_TIMER_MS = 2_147_483_647;

export interface Handled {
  httpStatus: 200 | 400;
  answer: Envelope;
}

export type HandleRequest = (body: unknown, callerGone: AbortSignal) => Promise<Handled>;

/**
 * The path of a request through the daemon. Read this file first:
 * params → retry? → session → daemon action, or: gates → handles → pacing → queue → forward → effects → what is to be done afterwards.
 */
export function createPipeline(context: PipelineContext): HandleRequest {
  const inFlight = new InFlightRequests();
  const kept = new KeptAnswers(context.clock.steady);
  return async (body, callerGone) => {
    if (!isRequest(body)) {
      const answer = describeBadRequest(body);
      context.log('bad_request', { id: answer.id, reason: answer.error.message });
      return { httpStatus: 400, answer };
    }
    const { id } = body;
    const payload = payloadOf(body, context.digest);
    const once = async () => {
      try {
        const first = kept.find(id, payload);
        if (first) return first;
      } catch (thrown) {
        return errorEnvelope(id, toError(thrown));
      }
      const { response, begun } = await runRequest(body, payload, callerGone, context);
      const answer = withNextStep(response, body);
      // The action ran or may have run, so this remains the answer to its id.
      const isKept = begun !== false && traitsOf(body.action).destructive;
      if (isKept) kept.keep(id, payload, answer);
      let whole = answer;
      for await (const more of afterwards(body, answer, runNext)) {
        whole = more;
        if (isKept) kept.extend(id, whole);
      }
      return whole;
    };
    const runNext = (request: ParsedRequest) =>
      recorded(request, context, async () => {
        const own = payloadOf(request, context.digest);
        const { response } = await runRequest(request, own, callerGone, context);
        return withNextStep(response, request);
      });
    try {
      const answer = await inFlight.join(id, payload, () => recorded(body, context, once));
      return { httpStatus: 200, answer };
    } catch (thrown) {
      return { httpStatus: 200, answer: errorEnvelope(body.id, toError(thrown)) };
    }
  };
}

async function runRequest(
  request: ParsedRequest,
  payload: string,
  callerGone: AbortSignal,
  context: PipelineContext,
): Promise<WireAnswer> {
  const deadline = deadlineSignal(request.deadline, context.clock);
  try {
    deadline.signal.throwIfAborted();
    const session = findSession(request, context.sessions);
    const waited = await waitForHuman(
      request,
      session,
      context,
      AbortSignal.any([deadline.signal, callerGone]),
    );
    if (waited) return { response: waited };
    if (runsAt('daemon', request)) {
      const data = await runDaemonAction(request, { request, session, context, deadline: deadline.signal });
      return { response: successEnvelope(request.id, data) };
    }
    return await forward({
      request,
      payload,
      session,
      context,
      deadline: deadline.signal,
      callerGone,
    });
  } catch (thrown) {
    if (!(thrown instanceof ProtocolError))
      context.log.warn('internal_error', { id: request.id, error: String(thrown) });
    return { response: errorEnvelope(request.id, toError(thrown)), begun: false };
  } finally {
    deadline.clear();
  }
}

/** Fires with TIMEOUT when the deadline passes, or at once if it has already passed. */
function deadlineSignal(deadline: number, clock: Pick<Clock, 'now'>) {
  const controller = new AbortController();
  const expire = () => controller.abort(new ProtocolError('TIMEOUT'));
  const left = deadline - clock.now();
  const timer = left > 0 ? setTimeout(expire, Math.min(left, MAX_TIMER_MS)) : undefined;
  if (left <= 0) expire();
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}

/** Logs every request when it arrives and when it is answered, and keeps it for `debug last`. */
async function recorded(
  request: ParsedRequest,
  { clock, log, traces }: PipelineContext,
  run: () => Promise<Envelope>,
): Promise<Envelope> {
  const { id, action } = request;
  const receivedAt = clock.now();
  const { destructive, readsRecords } = traitsOf(action);
  log('received', { id, action, session: request.session, destructive });
  log.debug('request', () => ({ id, params: redact(request.params) }));
  const answer = await run();
  log.debug('answer', () => ({ id, answer: redact(answer) }));
  const elapsedMs = clock.now() - receivedAt;
  const session = request.session || sessionMade(answer);
  const errorCode = answer.ok ? undefined : answer.error.code;
  if (errorCode === 'TIMEOUT') log('timeout', { id, elapsed_ms: elapsedMs });
  log('response', {
    id,
    session,
    ok: answer.ok,
    elapsed_ms: elapsedMs,
    ...(errorCode ? { error_code: errorCode } : {}),
  });
  if (readsRecords) return answer;
  traces.add({
    id,
    action,
    session,
    receivedAt,
    elapsedMs,
    ok: answer.ok,
    ...(errorCode ? { errorCode } : {}),
    ...(answer.ok && answer.replay ? { replayed: true } : {}),
  });
  return answer;
}

function describeBadRequest(body: unknown): ErrorEnvelope {
  const issues = requestIssues(body).slice(0, 20);
  const [first] = issues;
  const id =
    typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'string' ? body.id : '';
  return errorEnvelope(
    id.slice(0, 200),
    makeError('BAD_REQUEST', {
      message: `The request is not valid: ${first?.path || 'the body'}: ${first?.message ?? 'unknown'}.`,
      details: { issues },
    }),
  );
}
