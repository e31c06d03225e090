import { ProtocolError } from '@bproxy/shared';
import type { Session } from '../state/sessions.ts';

/** The session step has let no request through without one; this only tells the compiler. */
export function ownSession(session: Session | null): Session {
  if (!session) throw new ProtocolError('SESSION_REQUIRED');
  return session;
}
