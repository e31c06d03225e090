import { type BproxyError, makeError, ProtocolError } from '@bproxy/shared';

/** Turns any thrown value into the error of an answer. An unexpected value is reported as a bug of bproxy. */
export function toError(thrown: unknown): BproxyError {
  if (thrown instanceof ProtocolError) return thrown.error;
  return makeError('INTERNAL_ERROR', {
    message: `bproxy failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
  });
}
