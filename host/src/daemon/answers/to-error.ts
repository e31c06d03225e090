import { type BproxyError, makeError, ProtocolError } from '@bproxy/shared';

/** Any thrown value as the error of an answer. What was not foreseen is our fault, and says so. */
export function toError(thrown: unknown): BproxyError {
  if (thrown instanceof ProtocolError) return thrown.error;
  return makeError('INTERNAL_ERROR', {
    message: `bproxy failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
  });
}
