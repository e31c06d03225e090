import { type ErrorCode, next, ProtocolError, param } from '@bproxy/shared';
import type { EditorAnswer, Refusal } from '../../main-world/editor-answer.ts';

const BY_PASTE = next`Fill it with ${param({ method: 'paste', world: 'isolated' })}.`;

/** Why the function in the page's own world has done nothing, or may have done a part. */
export function refusalOf(answer: Extract<EditorAnswer, { ok: false }>, byHandle: boolean): ProtocolError {
  const { reason, selector, count, near, acted } = answer;
  const [code, message] = acted
    ? (['OUTCOME_UNKNOWN', 'The editor failed while it took the text: it may hold a part of it.'] as const)
    : errorOf(reason, byHandle);
  const hasCount = count !== undefined && (count > 0 || near !== undefined);
  return new ProtocolError(code, {
    message,
    ...(reason === 'no-editor' || reason === 'failed' ? { suggestedAction: BY_PASTE } : {}),
    ...(reason === 'no-editor' ? { retry: 'never' as const } : {}),
    details: {
      reason,
      ...(selector ? { selector } : {}),
      ...(hasCount ? { count } : {}),
      ...(near && near.length > 0 ? { near } : {}),
    },
  });
}

function errorOf(reason: Refusal, byHandle: boolean): readonly [ErrorCode, string] {
  const [code, message] = ERROR_OF[reason];
  const isGone = code === 'ELEMENT_NOT_FOUND' || code === 'SELECTOR_AMBIGUOUS';
  if (!byHandle || !isGone) return [code, message];
  return ['ELEMENT_HANDLE_STALE', 'The element that the handle was made for is not there any more.'];
}

const ERROR_OF = {
  'hidden-tab': ['TAB_NOT_VISIBLE', 'The tab is in the background, and the owner lets no action run there.'],
  'not-a-selector': ['SCRIPT_ERROR', 'The target is not a CSS selector.'],
  'not-found': ['ELEMENT_NOT_FOUND', 'Nothing on the page matches the selector.'],
  ambiguous: ['SELECTOR_AMBIGUOUS', 'The selector matches more than one element.'],
  'closed-shadow': [
    'ELEMENT_NOT_FOUND',
    'A host on the route has no open shadow root, so nothing inside it can be reached.',
  ],
  changed: [
    'ELEMENT_HANDLE_STALE',
    'The element that the handle was made for has a different tag, role or name now.',
  ],
  'no-editor': ['SCRIPT_ERROR', 'No editor whose API can be reached is at the target.'],
  'several-editors': ['SELECTOR_AMBIGUOUS', 'More than one editor is in the target.'],
  invisible: ['ELEMENT_NOT_ACTIONABLE', 'The editor cannot be seen.'],
  disabled: ['ELEMENT_NOT_ACTIONABLE', 'The editor is disabled.'],
  'read-only': ['ELEMENT_NOT_ACTIONABLE', 'The editor is read-only.'],
  'no-words': ['TEXT_NOT_FOUND', 'The words are not in the editor.'],
  'several-words': ['TEXT_AMBIGUOUS', 'The words are in the editor several times.'],
  late: ['TIMEOUT', 'The page reached the request only after the deadline. Nothing was written.'],
  failed: ['SCRIPT_ERROR', 'The API of the editor could not be called. Nothing was changed.'],
} as const satisfies Record<Refusal, readonly [ErrorCode, string]>;
