import { ProtocolError } from '@bproxy/shared';
import { hostOf } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';

/** Editors that keep their text to themselves and draw it: what is in the page is only a part of it. */
const DRAWN = '.CodeMirror, .cm-editor, .monaco-editor, .ace_editor';
const RICH = '.ql-container, [data-lexical-editor], .ProseMirror, [data-slate-editor]';
/** The fields of drawn editors that take the keys. Their other fields are those of a search. */
const KEY_FIELDS = '.CodeMirror > div > textarea, .ace_text-input, .monaco-editor .inputarea';

/** Whether the element is a part of an editor that bproxy knows, or contains one. Perhaps only one that draws its text. */
export function hasKnownEditor(element: Element, isDrawn = false): boolean {
  if (own.matches(element, 'input, textarea, select, button')) return isKeyField(element);
  const marks = isDrawn ? DRAWN : `${DRAWN}, ${RICH}`;
  return own.querySelector(element, marks) !== null || isIn(element, marks);
}

export function isKeyField(element: Element): boolean {
  return own.matches(element, KEY_FIELDS);
}

/** What a page draws of them is no text to be edited. */
export function refuseDrawn(element: Element): void {
  if (!isIn(element, DRAWN)) return;
  throw new ProtocolError('SCRIPT_ERROR', {
    message: 'The element belongs to an editor whose API cannot be reached. Nothing was changed.',
    suggestedAction: 'Press the keys that a person would press, and type.',
    retry: 'never',
    details: { reason: 'no-editor' },
  });
}

function isIn(element: Element, marks: string): boolean {
  for (let at: Element | null = element; at; at = hostOf(at)) if (own.closest(at, marks)) return true;
  return false;
}
