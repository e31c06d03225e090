import { isSessionId, ProtocolError, traitsOf } from '@bproxy/shared';
import type { ParsedRequest } from '@bproxy/shared/schemas';
import type { Session, Sessions } from '../state/sessions.ts';

/** The session of the request. Null for actions without one, and for a `tab.open` that creates one. */
export function findSession(request: ParsedRequest, sessions: Sessions): Session | null {
  const need = traitsOf(request.action).session;
  if (need === 'none') return null;
  const id = request.session;
  if (id === '') {
    if (need === 'optional') return null;
    throw new ProtocolError('SESSION_REQUIRED', { message: `${request.action} needs a session.` });
  }
  if (!isSessionId(id))
    throw new ProtocolError('INVALID_SESSION_ID', { details: { session: id.slice(0, 50) } });
  const session = sessions.get(id);
  if (!session) throw new ProtocolError('SESSION_NOT_FOUND', { details: { session: id } });
  return session;
}
