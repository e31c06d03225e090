import { describeSession } from '../state/sessions.ts';
import type { DaemonHandler } from './handler.ts';

export const sessionList: DaemonHandler<'session.list'> = (_params, { context }) => ({
  sessions: context.sessions
    .all()
    .map((session) => describeSession(session, (instance) => context.browsers.labelOf(instance))),
});
