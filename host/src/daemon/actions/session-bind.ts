import { ProtocolError } from '@bproxy/shared';
import { tabOf } from '../pipeline/gates.ts';
import type { DaemonHandler } from './handler.ts';
import { ownSession } from './own-session.ts';

export const sessionBind: DaemonHandler<'session.bind'> = ({ tab, pacing }, input) => {
  const session = ownSession(input.session);
  const { handle } = tabOf(session, tab, input.context);
  if (pacing === 'fast' && !input.context.allowFast) throw new ProtocolError('PACING_NOT_ALLOWED');
  session.bound = handle;
  if (pacing !== undefined && pacing !== session.pacing) {
    session.pacing = pacing;
    input.context.log('pacing_config', { id: input.request.id, session: session.id, mode: pacing });
  }
  return { session: session.id, tab: handle };
};
