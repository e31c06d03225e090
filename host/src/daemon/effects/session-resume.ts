import { type ActionResult, ProtocolError } from '@bproxy/shared';
import { resume } from '../state/sessions.ts';
import type { EffectInput } from './effect.ts';

/** The extension has checked that nothing in the page needs a person any more. */
export function sessionResume({ session, request, context }: EffectInput): ActionResult['session.resume'] {
  if (!session) throw new ProtocolError('SESSION_REQUIRED');
  if (session.paused)
    context.log('pause_ended', { id: request.id, session: session.id, by: 'session resume' });
  resume(session, 'agent');
  return { session: session.id };
}
