import { type Action, ERRORS, isErrorCode, isRecord, traitsOf } from '@bproxy/shared';
import { inline } from './facts.ts';
import type { Line, Piece } from './fence.ts';
import { nextStepPiece } from './next-step-piece.ts';

/** An error in three lines: its code, what happened, what to do next. */
export function errorLines(error: Record<string, unknown>, action: Action | undefined): Line[] {
  const { code, retry, message, suggestedAction, details } = error;
  return [
    [`${code} (retry: ${retry})`],
    happened(String(message), String(code), action, details),
    [typeof suggestedAction === 'string' ? nextStepPiece(suggestedAction) : 'Nothing is known that helps.'],
  ];
}

/** An error that came from a browser may quote the page: so may its details, always. */
function happened(message: string, code: string, action: Action | undefined, details: unknown): Line {
  const isOwn =
    (isErrorCode(code) && message === ERRORS[code].meaning) ||
    (action !== undefined && traitsOf(action).at === 'daemon');
  const more = isRecord(details) && Object.keys(details).length > 0 ? inline(details, () => false, '') : '';
  if (!isOwn) return [{ page: more ? `${message} Details: ${more}.` : message }];
  const known: Piece[] = [message];
  return more ? [...known, ' Details: ', { page: more }] : known;
}
