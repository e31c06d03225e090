import { ProtocolError } from '@bproxy/shared';

/** For an action of a newer daemon, and for one that has no handler yet. */
export function unsupportedAction(action: string): ProtocolError {
  return new ProtocolError('UNSUPPORTED_ACTION', {
    message: `This version of the extension does not know the action "${action}".`,
    details: { action },
  });
}
