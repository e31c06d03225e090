import * as own from '../dom/own-properties.ts';
import type { Point } from '../visibility/element-at-point.ts';

/** A press in text that can be edited puts the caret there. Chrome does so only for a real one. */
export function placeCaret(element: Element, { x, y }: Point): void {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    placeInField(element);
    return;
  }
  if (!(element instanceof HTMLElement) || !own.isContentEditable(element)) return;
  const range = own.caretRangeFromPoint(document, x, y);
  if (range && own.contains(element, range.startContainer)) {
    own.getSelection(document)?.collapse(range.startContainer, range.startOffset);
  }
}

/** A person who clicks the middle of a field mostly means the end of what is in it. */
export function placeInField(field: HTMLInputElement | HTMLTextAreaElement): void {
  if (field.selectionStart === null) return;
  const end = field.value.length;
  if (field.selectionStart === 0 && field.selectionEnd === 0) field.setSelectionRange(end, end);
}

/** A double click selects the word, a triple click the paragraph, at the caret or in the element. */
export function selectAround(element: Element, unit: 'word' | 'paragraph'): void {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    element.select();
    return;
  }
  const selection = own.getSelection(document);
  if (!selection || !own.textContent(element)) return;
  if (!selection.anchorNode || !own.contains(element, selection.anchorNode)) selection.collapse(element, 0);
  selection.modify('move', 'backward', unit === 'word' ? 'word' : 'paragraphboundary');
  selection.modify('extend', 'forward', unit === 'word' ? 'word' : 'paragraphboundary');
}
