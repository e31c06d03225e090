import { type Action, codeOf, MAX_REQUEST_BYTES, PROTOCOL_VERSION, traitsOf } from '@bproxy/shared';
import type { Context } from '../../cli/src/commands/command.ts';
import { CommandFailure, messageOf } from '../../cli/src/output/failure.ts';
import { type Answer, parseAnswer } from './answer.ts';
import { NOT_RUNNING, readPort } from './port.ts';
import { type Gate, NoAnswerInTime, NothingSent, type Posted, post, RequestCut } from './post.ts';
import { readToken } from './token.ts';

/** The daemon answers TIMEOUT by itself at the deadline; this leaves that answer the time to arrive. */
const ANSWER_GRACE_MS = 2_000;

export interface Call {
  /** The same id for the same call again: what has run is answered, and not run twice. */
  id: string;
  action: Action;
  params: object;
  session: string;
  timeoutMs: number;
  home: string;
  verbose: boolean;
}

/** Sends one action to the daemon. Whatever keeps an answer from coming is a `CommandFailure`. */
export async function send(call: Call, context: Context): Promise<Answer> {
  const gate = gateOf(call.home);
  const { id, action, params, session } = call;
  const started = context.now();
  const body = JSON.stringify({
    protocol_version: PROTOCOL_VERSION,
    id,
    action,
    params,
    session,
    deadline: started + call.timeoutMs,
    destructive: traitsOf(action).destructive,
  });
  const trace = (event: 'request' | 'response', httpStatus: number | null, errorCode: string | null) => {
    if (!call.verbose) return;
    const elapsed = context.now() - started;
    const url = `http://127.0.0.1:${gate.port}/`;
    context.trace({ event, requestId: id, action, session, url, elapsed, httpStatus, errorCode });
  };

  if (Buffer.byteLength(body) > MAX_REQUEST_BYTES) {
    const { tooLong } = await import('../../cli/src/flags/text-source.ts');
    throw tooLong('the request');
  }
  trace('request', null, null);
  const limitMs = call.timeoutMs + ANSWER_GRACE_MS;
  const posted = await postThroughGate(gate, call.home, body, limitMs).catch((error: unknown) => {
    trace('response', null, codeOf(error) || null);
    throw noAnswer(error, call, gate.port);
  });
  const answer = judged(posted, id, () => trace('response', posted.status, null));
  trace('response', posted.status, answer.ok ? null : answer.error.code);
  return answer;
}

function gateOf(home: string): Gate {
  return { token: readToken(home), port: readPort(home) };
}

/**
 * A daemon that started between the reading of the two files has another token, and cannot prove the one that we
 * have. Nothing was sent then, so that to ask once more can do nothing twice.
 */
async function postThroughGate(gate: Gate, home: string, body: string, limitMs: number): Promise<Posted> {
  try {
    return await post(gate, body, limitMs);
  } catch (error) {
    if (!(error instanceof NothingSent)) throw error;
    const now = gateOf(home);
    if (now.token === gate.token && now.port === gate.port) throw error;
    return post(now, body, limitMs);
  }
}

function judged(posted: Posted, id: string, onMalformed: () => void): Answer {
  try {
    return parseAnswer(posted, id);
  } catch (error) {
    onMalformed();
    throw error;
  }
}

function noAnswer(error: unknown, call: Call, port: number): CommandFailure {
  if (error instanceof CommandFailure) return error;
  if (error instanceof NothingSent) {
    if (codeOf(error.cause) === 'ECONNREFUSED') return new CommandFailure(NOT_RUNNING);
    const why = error.cause instanceof NoAnswerInTime ? 'no answer came in time' : error.message;
    return new CommandFailure(
      `Nothing was sent: whoever listens on port ${port} did not prove that it is the daemon (${why}). Run \`bproxy service restart\`, then repeat.`,
    );
  }
  if (error instanceof RequestCut) {
    return new CommandFailure(
      `Nothing was done: the connection to the daemon broke before it had the whole request (${error.message}). Run \`bproxy service status\`, then repeat.`,
    );
  }
  const next = traitsOf(call.action).destructive
    ? `the action may have happened. Read the page, or repeat the same command with --id ${call.id}: what has run is not run again.`
    : 'nothing was changed; run `bproxy service status`, then repeat.';
  if (error instanceof NoAnswerInTime) {
    return new CommandFailure(
      `The daemon gave no answer within ${call.timeoutMs + ANSWER_GRACE_MS} ms; ${next}`,
    );
  }
  return new CommandFailure(`The connection to the daemon broke (${messageOf(error)}); ${next}`);
}
