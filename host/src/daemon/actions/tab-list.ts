import { describeTabs } from '../state/sessions.ts';
import type { DaemonHandler } from './handler.ts';
import { ownSession } from './own-session.ts';

export const tabList: DaemonHandler<'tab.list'> = (_params, input) => {
  const session = ownSession(input.session);
  return { session: session.id, tabs: describeTabs(session) };
};
