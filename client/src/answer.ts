import { isRecord, PROTOCOL_VERSION, parseJson } from '@bproxy/shared';
import { ClientError } from './client-error.ts';
import type { Posted } from './post.ts';

/** An answer with a valid envelope. Its data is passed on unchanged. */
export type Answer =
  | { ok: true; data: Record<string, unknown>; [field: string]: unknown }
  | { ok: false; error: { code: string; [field: string]: unknown }; [field: string]: unknown };

interface Asked {
  id: string;
  destructive: boolean;
}

/** Parses the daemon's answer to this request. Throws a `ClientError` if it is not a valid one. */
export function parseAnswer({ status, body }: Posted, request: Asked): Answer {
  if (status === 401 || status === 403) {
    throw new ClientError(
      'TOKEN_REFUSED',
      `The daemon refused the token (HTTP ${status}): it may be stale; run \`bproxy service restart\`, then repeat.`,
    );
  }
  const value = parseJson(body);
  const malformed = (why: string) => unusable(status, why, request);
  if (!isRecord(value)) throw malformed('it is not a JSON object');
  if (value['protocol_version'] !== PROTOCOL_VERSION) {
    throw malformed(`it is not of protocol version ${PROTOCOL_VERSION}`);
  }
  // If the daemon could not read the request, it has no id to repeat.
  const unread = status === 400 && value['id'] === '';
  if (value['id'] !== request.id && !unread) throw malformed('it answers another request');
  if (isFailed(value)) return value;
  if (isDone(value) && status === 200) return value;
  throw malformed('it has neither a result nor an error');
}

function isDone(value: Record<string, unknown>): value is Extract<Answer, { ok: true }> {
  return value['ok'] === true && isRecord(value['data']) && isRecord(value['page']);
}

function isFailed(value: Record<string, unknown>): value is Extract<Answer, { ok: false }> {
  return value['ok'] === false && isRecord(value['error']) && typeof value['error']['code'] === 'string';
}

function unusable(status: number, why: string, { id, destructive }: Asked): ClientError {
  return new ClientError(
    'BAD_ANSWER',
    `The answer of the daemon (HTTP ${status}) to the request ${id} cannot be used: ${why}. bproxy and its daemon may be of different versions; run \`bproxy service restart\`.`,
    { mayHaveRun: destructive },
  );
}
