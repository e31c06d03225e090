import type { DaemonHandler } from './handler.ts';
import { ownSession } from './own-session.ts';

export const sessionUnbind: DaemonHandler<'session.unbind'> = (_params, input) => {
  const session = ownSession(input.session);
  session.bound = null;
  return {};
};
