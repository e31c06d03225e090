import { type ErrorCase, next, step } from '@bproxy/shared';
import { ABORTED } from './navigation-machine.ts';

/** Chrome reports it for the blank page under a prompt that it shows the user. */
const AUTH_REQUIRED = 'net::ERR_INVALID_AUTH_CREDENTIALS';

/** Chrome tells an extension without the permission no more than that no page came. */
export const A_DOWNLOAD = next`A download has probably begun: ${step('download.list')} shows it. If there is none, check the URL.`;

/** The bproxy error for a network error. */
export function loadFailure(cause: string): ErrorCase {
  if (cause === AUTH_REQUIRED) {
    return {
      message:
        'The server asks for a user name and a password (HTTP authentication). Only the user can give them.',
      suggestedAction:
        'Ask the user to open this address in the browser and to sign in there. Then repeat: Chrome remembers it until it is closed.',
      details: { cause, reason: 'auth-required' },
    };
  }
  if (cause === ABORTED) {
    return {
      message:
        'The URL did not become a page: the server sent a download or no content, or the loading was stopped.',
      suggestedAction: A_DOWNLOAD,
      details: { cause, download: 'likely' },
    };
  }
  return { message: `The page could not be loaded: ${cause}.`, details: { cause } };
}
