import { MAX_REQUEST_BYTES } from '@bproxy/shared';
import { ClientError } from './client-error.ts';

/** The error for a whole request, or for one part that is already too long. */
export function tooLong(what: string): ClientError {
  const limit = `${MAX_REQUEST_BYTES} bytes (${MAX_REQUEST_BYTES / 1024 / 1024} MiB)`;
  return new ClientError(
    'REQUEST_TOO_LARGE',
    `Nothing was sent: ${what} is too long. The daemon takes at most ${limit} at once; fill in the text in parts.`,
  );
}
