import { type BproxyError, makeError, ProtocolError } from '@bproxy/shared';

/** The error of an answer. Without the stack, which would contain the extension's address. */
export function errorOf(thrown: unknown): BproxyError {
  if (thrown instanceof ProtocolError) return thrown.error;
  const name = thrown instanceof Error ? thrown.name : typeof thrown;
  const message = messageOf(thrown).replace(/chrome-extension:\/\/\S*/g, '(extension)');
  return makeError('SCRIPT_ERROR', { message, details: { name } });
}

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
