import { isSessionId, next, ProtocolError, step } from '@bproxy/shared';
import type { BackgroundHandler } from './handler.ts';

/** Always an error: the user decides, in the popup, whether to lend a tab and which one. */
export const tabRequest: BackgroundHandler<'tab.request'> = async ({ params, session }, { asks }) => {
  const { reason, host } = params;
  const site = host === undefined ? {} : { host };
  if (isSessionId(session)) await asks.add({ session, reason, ...site });
  throw new ProtocolError('HUMAN_REQUIRED', {
    message: reason,
    suggestedAction: next`Ask the user to open the bproxy popup and lend a tab. ${step('tab.list')} shows it as borrowed when they have; ${step('session.resume')} goes on without one.`,
    details: { reason, kind: 'lend', ...site },
  });
};
