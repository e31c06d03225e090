import { ProtocolError } from '@bproxy/shared';
import type { Session } from '../state/sessions.ts';

/** The session step rejects requests without a session; this only narrows the type. */
export function ownSession(session: Session | null): Session {
  if (!session) throw new ProtocolError('SESSION_REQUIRED');
  return session;
}
