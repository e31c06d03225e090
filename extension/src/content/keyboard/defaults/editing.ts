import type { KeyDefault } from '@bproxy/shared';
import * as own from '../../dom/own-properties.ts';
import { noteEdit } from './uncommitted.ts';

/** Input types whose text a person edits with a caret. */
const TEXT_TYPES = new Set('text search url tel email password number'.split(' '));

/** Whether the element holds text that a caret moves in. A read-only field does too. */
export function hasCaret(element: Element): element is HTMLElement {
  if (element instanceof HTMLInputElement) return TEXT_TYPES.has(element.type) && !element.disabled;
  if (element instanceof HTMLTextAreaElement) return !element.disabled;
  return element instanceof HTMLElement && own.isContentEditable(element);
}

export function isWritable(element: Element): element is HTMLElement {
  const isReadOnly =
    (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) && element.readOnly;
  return hasCaret(element) && !isReadOnly;
}

/** An editable region without formats and paragraphs. */
export function isPlainRegion(element: Element): boolean {
  return own.closest(element, '[contenteditable="plaintext-only" i]') !== null;
}

/** A command of Chrome's own editing, and the event that comes before it. */
interface Edit {
  command:
    | 'insertText'
    | 'insertParagraph'
    | 'insertLineBreak'
    | 'delete'
    | 'forwardDelete'
    | 'undo'
    | 'redo';
  inputType: string;
  data?: string;
}

/**
 * Edits as the browser would: the page may prevent it, and the rest is Chrome's own command. It keeps the limits of the
 * field, the history for undo, and sends `input`.
 */
export function edit(element: Element, { command, inputType, data }: Edit): 'done' | 'prevented' | 'none' {
  if (!sendBeforeInput(element, { inputType, ...(data === undefined ? {} : { data }) })) return 'prevented';
  const before = textIn(element);
  own.execCommand(document, command, false, data);
  if (textIn(element) === before) return 'none';
  noteEdit(element);
  return 'done';
}

export function insertText(element: Element, text: string): KeyDefault {
  return named(edit(element, { command: 'insertText', inputType: 'insertText', data: text }), 'insert');
}

/** The word for an edit that was done. */
export function named(outcome: 'done' | 'prevented' | 'none', word: KeyDefault): KeyDefault {
  return outcome === 'done' ? word : outcome;
}

export function sendBeforeInput(element: Element, init: InputEventInit): boolean {
  const selected = own.getSelection(document);
  const isEditable = element instanceof HTMLElement && own.isContentEditable(element);
  const targetRanges = isEditable && selected && selected.rangeCount > 0 ? [staticRange(selected)] : [];
  const shape = { bubbles: true, cancelable: true, composed: true, view: window, targetRanges, ...init };
  return own.dispatchEvent(element, new InputEvent('beforeinput', shape));
}

function staticRange(selected: Selection): StaticRange {
  const { startContainer, startOffset, endContainer, endOffset } = selected.getRangeAt(0);
  return new StaticRange({ startContainer, startOffset, endContainer, endOffset });
}

function textIn(element: Element): string {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element.value;
  // A line break adds no text.
  return element instanceof HTMLElement ? own.outerHTML(element) : '';
}

/** The selected text of a field or of the page. Passwords stay secret. */
export function selectedText(element: Element): string {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    if (element.type === 'password') return '';
    return element.value.slice(element.selectionStart ?? 0, element.selectionEnd ?? 0);
  }
  return String(own.getSelection(document) ?? '');
}
