import { type AnyForwardedRequest, type Outcome, ProtocolError } from '@bproxy/shared';
import type { AnyContentRequest, ContentAction } from '../../content-messages.ts';
import type { PageDied } from './page-ports.ts';

type LeftData = Outcome<ContentAction>['data'];

const NONE_KEPT = { read: 0, count: 0, documentId: 'left' };

const NOT_READ_BACK = 'The page was left as the action took effect, so the result could not be read back.';

/**
 * The result of an action whose page unloaded during it: the action ran, and the page was gone before it could report
 * more than what it had said so far.
 */
export function dataOfLeftPage(
  request: AnyContentRequest,
  elapsed: number,
  { soFar }: Pick<PageDied, 'soFar'> = {},
): LeftData {
  // as: the page has sent the result of this very action, and none of its elements are there any more.
  if (soFar) return { ...soFar, ...('minted' in soFar ? { minted: NONE_KEPT } : {}), elapsed } as LeftData;
  switch (request.action) {
    case 'click':
      return { clicked: true, disappeared: true, stable: false, elapsed };
    case 'hover':
      return { hovered: true, stable: false, elapsed };
    case 'fill':
      return { filled: false, verifiedValue: '', reason: NOT_READ_BACK };
    case 'upload': {
      const { params } = request;
      const attached = params.files.map(({ name, size, type }) => ({ name, size, type }));
      const into = { tag: '' };
      return { attached, into, as: params.as ?? 'input', taken: 'unknown', stable: false, elapsed };
    }
    case 'select':
      return { selected: false, optionText: request.params.optionText };
    default:
      throw unknownOutcome(request);
  }
}

function unknownOutcome({ action }: Pick<AnyForwardedRequest, 'action'>): ProtocolError {
  return new ProtocolError('OUTCOME_UNKNOWN', {
    message: `The page was left while ${action} ran in it: it may have happened in part. It was not run again.`,
  });
}
