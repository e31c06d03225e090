import type { KeyDefault } from '@bproxy/shared';
import * as own from '../../dom/own-properties.ts';
import { isMac, type Key } from '../key-table.ts';
import { edit, isWritable, named } from './editing.ts';

/** Where each key takes the caret: the direction, and how far alone, by words and to the end. */
const MOVES: Record<string, { way: 'backward' | 'forward'; plain: string; byWord: string; toEnd: string }> = {
  ArrowLeft: { way: 'backward', plain: 'character', byWord: 'word', toEnd: 'lineboundary' },
  ArrowRight: { way: 'forward', plain: 'character', byWord: 'word', toEnd: 'lineboundary' },
  ArrowUp: { way: 'backward', plain: 'line', byWord: 'paragraph', toEnd: 'documentboundary' },
  ArrowDown: { way: 'forward', plain: 'line', byWord: 'paragraph', toEnd: 'documentboundary' },
  Home: {
    way: 'backward',
    plain: 'lineboundary',
    byWord: 'documentboundary',
    toEnd: 'documentboundary',
  },
  End: { way: 'forward', plain: 'lineboundary', byWord: 'documentboundary', toEnd: 'documentboundary' },
};
/** Lines of a page up or down, where the field does not say how high it is. */
const PAGE_LINES = 10;

const byWord = ({ held }: Key) => held.has(isMac ? 'Alt' : 'Control');
const toEnd = ({ held }: Key) => isMac && held.has('Meta');

/** Moves the caret, or extends the selection with Shift. Undefined for a key or an element without one. */
export function moveCaret(key: Key, element: Element): KeyDefault | undefined {
  const selection = own.getSelection(document);
  // A read-only field has no caret.
  if (!isWritable(element) || !selection) return undefined;
  const alter = key.held.has('Shift') ? 'extend' : 'move';
  const isPage = key.key === 'PageUp' || key.key === 'PageDown';
  const move = MOVES[isPage ? (key.key === 'PageUp' ? 'ArrowUp' : 'ArrowDown') : key.key];
  if (!move) return undefined;
  const far = toEnd(key) ? move.toEnd : byWord(key) ? move.byWord : move.plain;
  const before = caretOf(element, selection);
  for (let left = isPage ? linesIn(element) : 1; left > 0; left -= 1) {
    selection.modify(alter, move.way, far);
  }
  // Fields of numbers and addresses hide their caret.
  if (before !== undefined && caretOf(element, selection) === before) return 'none';
  return alter === 'extend' ? 'select' : 'caret';
}

function linesIn(element: HTMLElement): number {
  const line = Number.parseFloat(getComputedStyle(element).lineHeight);
  return Number.isFinite(line) ? Math.max(1, Math.floor(own.clientHeight(element) / line) - 1) : PAGE_LINES;
}

function caretOf(element: Element, selection: Selection): string | undefined {
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement) {
    if (element.selectionStart === null) return undefined;
    return `${element.selectionStart} ${element.selectionEnd} ${element.selectionDirection}`;
  }
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  return [anchorNode, focusNode].map(placeOf).concat(`${anchorOffset} ${focusOffset}`).join();
}

const places = new WeakMap<Node, number>();
let lastPlace = 0;

/** A number for each node, so that places can be compared. */
function placeOf(node: Node | null): string {
  if (!node) return '';
  const known = places.get(node);
  if (known !== undefined) return String(known);
  lastPlace += 1;
  places.set(node, lastPlace);
  return String(lastPlace);
}

/** Backspace and Delete: the selection, a character, a word or the rest of the line. */
export function erase(key: Key, element: Element): KeyDefault | undefined {
  const selection = own.getSelection(document);
  if (!isWritable(element) || !selection) return undefined;
  const isBack = key.key === 'Backspace';
  const way = isBack ? 'Backward' : 'Forward';
  const hasSelection = selectionLength(element, selection) > 0;
  const part = hasSelection ? 'Content' : toEnd(key) ? 'SoftLine' : byWord(key) ? 'Word' : 'Content';
  if (part !== 'Content') {
    selection.modify('extend', isBack ? 'backward' : 'forward', part === 'Word' ? 'word' : 'lineboundary');
  }
  const command = isBack ? 'delete' : 'forwardDelete';
  return named(edit(element, { command, inputType: `delete${part}${way}` }), 'delete');
}

function selectionLength(element: Element, selection: Selection): number {
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement) {
    return (element.selectionEnd ?? 0) - (element.selectionStart ?? 0);
  }
  return String(selection).length;
}
