import {
  type Action,
  codeOf,
  MAX_REQUEST_BYTES,
  messageOf,
  type PartPlace,
  PROTOCOL_VERSION,
  partHeader,
  traitsOf,
} from '@bproxy/shared';
import { readAccess } from './access.ts';
import { type Answer, parseAnswer } from './answer.ts';
import { ClientError, notRunning } from './client-error.ts';
import { newId } from './new-id.ts';
import { NoAnswerInTime, NothingSent, type Posted, post, RequestCut, type Sent } from './post.ts';

export const DEFAULT_TIMEOUT_MS = 30_000;

/** The daemon itself answers TIMEOUT at the deadline. This gives that answer time to arrive. */
const ANSWER_GRACE_MS = 2_000;

/** The daemon answers within milliseconds, and refuses a body that is slower than this. */
const PART_TIMEOUT_MS = 30_000;

/** One action to run. */
export interface ClientRequest {
  action: Action;
  params?: object;
  /** The id of a session. Empty for actions that need none. */
  session?: string;
  /** How long the action may take. The default is `DEFAULT_TIMEOUT_MS`. */
  timeoutMs?: number;
  /** The default is a new id. Repeat a request with its id, and an action that ran is not run again. */
  id?: string;
}

/** A request that was sent, or the end of the wait for its answer. */
export interface Traffic {
  event: 'request' | 'response';
  url: string;
  httpStatus: number | null;
  errorCode: string | null;
}

export interface PostOptions {
  /** Ends the wait. The daemon may continue with the action: see `mayHaveRun` of the error. */
  signal?: AbortSignal;
  onTraffic?(entry: Traffic): void;
}

export interface Client {
  /** Runs one action. An error from the daemon is an answer, too. A `ClientError` explains why there is no answer. */
  post(request: ClientRequest, options?: PostOptions): Promise<Answer>;
  /**
   * Sends bytes of a file that a request waits for: see `missing` in the error UPLOAD_INCOMPLETE. The result is true if
   * the daemon took them.
   */
  sendPart(place: PartPlace, bytes: Uint8Array): Promise<boolean>;
}

/** Creates a client of the daemon that runs in this home. Throws a `ClientError` if none runs. */
export function connect(home: string): Client {
  let access = readAccess(home);

  /**
   * A daemon that started after the files were read has another token and cannot prove the one we know. Nothing was
   * sent in that case, so a retry cannot run an action twice.
   */
  async function postToDaemon(sent: Sent, limitMs: number, signal?: AbortSignal): Promise<Posted> {
    const used = access;
    try {
      return await post(used, sent, limitMs, signal);
    } catch (error) {
      if (!(error instanceof NothingSent) || signal?.aborted) throw error;
      access = readAccess(home);
      if (access.token === used.token && access.port === used.port) throw error;
      return post(access, sent, limitMs, signal);
    }
  }

  return {
    async sendPart(place, bytes) {
      const limitMs = PART_TIMEOUT_MS;
      const { status } = await postToDaemon({ body: bytes, part: partHeader(place) }, limitMs).catch(
        (error: unknown) => {
          throw noAnswer(error, { port: access.port, limitMs, destructive: false, isAborted: false });
        },
      );
      return status === 200;
    },
    async post(request, { signal, onTraffic } = {}) {
      const { action, params = {}, session = '', timeoutMs = DEFAULT_TIMEOUT_MS, id = newId() } = request;
      const { destructive } = traitsOf(action);
      const body = JSON.stringify({
        protocol_version: PROTOCOL_VERSION,
        id,
        action,
        params,
        session,
        deadline: Date.now() + timeoutMs,
        destructive,
      });
      if (Buffer.byteLength(body) > MAX_REQUEST_BYTES) {
        const { tooLong } = await import('./too-long.ts');
        throw tooLong('the request');
      }
      const note = (event: Traffic['event'], httpStatus: number | null, errorCode: string | null) =>
        onTraffic?.({ event, url: `http://127.0.0.1:${access.port}/`, httpStatus, errorCode });

      note('request', null, null);
      const limitMs = timeoutMs + ANSWER_GRACE_MS;
      const posted = await postToDaemon({ body }, limitMs, signal).catch((error: unknown) => {
        note('response', null, codeOf(error) || null);
        throw noAnswer(error, {
          port: access.port,
          limitMs,
          destructive,
          isAborted: signal?.aborted ?? false,
        });
      });
      let errorCode: string | null = null;
      try {
        const answer = parseAnswer(posted, { id, destructive });
        if (!answer.ok) errorCode = answer.error.code;
        return answer;
      } finally {
        note('response', posted.status, errorCode);
      }
    },
  };
}

interface Wait {
  port: number;
  limitMs: number;
  destructive: boolean;
  isAborted: boolean;
}

/** Explains a request that got no answer. */
function noAnswer(error: unknown, { port, limitMs, destructive, isAborted }: Wait): ClientError {
  if (error instanceof ClientError) return error;
  const mayHaveRun = destructive && !(error instanceof NothingSent || error instanceof RequestCut);
  const fate = mayHaveRun ? 'the action may have happened.' : 'nothing was changed.';
  const options = { mayHaveRun, cause: error };
  if (isAborted) return new ClientError('ABORTED', `The caller gave up; ${fate}`, options);
  if (error instanceof NothingSent) {
    const { cause } = error;
    if (codeOf(cause) === 'ECONNREFUSED') return notRunning();
    const why = cause instanceof NoAnswerInTime ? 'no answer came in time' : error.message;
    return new ClientError(
      'NOT_PROVEN',
      `Nothing was sent: the program on port ${port} did not prove that it is the daemon (${why}). Run \`bproxy service restart\`, then repeat.`,
    );
  }
  if (error instanceof RequestCut) {
    return new ClientError(
      'REQUEST_CUT',
      `Nothing was done: the connection to the daemon broke before it had the whole request (${error.message}). Run \`bproxy service status\`, then repeat.`,
    );
  }
  if (error instanceof NoAnswerInTime) {
    return new ClientError('NO_ANSWER', `The daemon gave no answer within ${limitMs} ms; ${fate}`, options);
  }
  const why = messageOf(error);
  return new ClientError('CONNECTION_LOST', `The connection to the daemon broke (${why}); ${fate}`, options);
}
