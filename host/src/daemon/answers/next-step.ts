import { type ClientElementTarget, type Envelope, filledIn, isSessionId } from '@bproxy/shared';
import type { ParsedRequest } from '@bproxy/shared/schemas';

/** The answer with a next step that the caller can run exactly as printed. */
export function withNextStep(answer: Envelope, request: ParsedRequest): Envelope {
  if (answer.ok || answer.error.suggestedAction === undefined) return answer;
  const session = [request.session, sessionMade(answer)].find(isSessionId) ?? '';
  const suggestedAction = filledIn(answer.error.suggestedAction, { session, target: targetOf(request) });
  return { ...answer, error: { ...answer.error, suggestedAction } };
}

/** The session that a `tab.open` without one created. It exists even if the opened page needs a person. */
export function sessionMade(answer: Envelope): string {
  const told = answer.ok ? answer.data : answer.error.details;
  return told && 'session' in told && typeof told.session === 'string' ? told.session : '';
}

/** The element that the request is about. */
export function targetOf({ params }: ParsedRequest): ClientElementTarget | undefined {
  if ('trigger' in params) return params.trigger;
  return 'target' in params && typeof params.target === 'object' ? params.target : undefined;
}
