import { resume } from '../state/sessions.ts';
import type { DaemonHandler } from './handler.ts';
import { ownSession } from './own-session.ts';

export const sessionResume: DaemonHandler<'session.resume'> = (_params, input) => {
  const session = ownSession(input.session);
  resume(session);
  return { session: session.id };
};
