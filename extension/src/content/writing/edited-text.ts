import * as own from '../dom/own-properties.ts';
import { keepsSpace, textWithPieces } from './edited-lines.ts';

/** The text of an editable region as the lines that its user sees. */
export function editedText(root: HTMLElement): string {
  return textWithPieces(root).text;
}

/** Replaces the content without an event. Line breaks stay line breaks. */
export function replaceEditedText(root: HTMLElement, text: string): void {
  if (keepsSpace(getComputedStyle(root)) || text === '') {
    // As in a textarea, an empty last line needs its own break.
    own.replaceChildren(root, text.endsWith('\n') ? `${text}\n` : text);
    return;
  }
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.push('');
  own.replaceChildren(root, ...withBreaks(lines.map(shownSpaces)));
}

function withBreaks(lines: string[]): Array<Node | string> {
  return lines.flatMap((line, index) => [
    ...(index > 0 ? [own.createElement(document, 'br')] : []),
    ...(line === '' ? [] : [line]),
  ]);
}

/** Puts the caret before the first or behind the last of what can be edited, and returns the place. */
export function caretAtEdge(root: HTMLElement, edge: 'start' | 'end'): Range | undefined {
  const selection = own.getSelection(document);
  if (!selection) return undefined;
  selection.selectAllChildren(root);
  if (edge === 'start') selection.collapseToStart();
  else selection.collapseToEnd();
  // Into the first or last line itself, as a key would: editors know no place beside their paragraphs.
  selection.modify('move', edge === 'start' ? 'backward' : 'forward', 'documentboundary');
  return selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
}

/** Inserts without an event. */
export function insertEditedText(root: HTMLElement, text: string, place: Range | undefined): void {
  const shown = joiningSpaces(root, text);
  const nodes = keepsSpace(getComputedStyle(root)) ? [shown] : withBreaks(shown.split('\n'));
  for (const node of nodes.toReversed()) {
    place?.insertNode(typeof node === 'string' ? new Text(node) : node);
  }
}

/** As `showingSpaces`, for a text between others: a single space at its ends shows anyway. */
export function joiningSpaces(root: HTMLElement, text: string): string {
  if (keepsSpace(getComputedStyle(root))) return text;
  const lines = `|${text}|`.split('\n').map(shownSpaces);
  return lines.join('\n').slice(1, -1);
}

/** As a paste writes it: where white space collapses, each space that would vanish is a no-break space. */
export function showingSpaces(root: HTMLElement, text: string): string {
  return keepsSpace(getComputedStyle(root)) ? text : text.split('\n').map(shownSpaces).join('\n');
}

function shownSpaces(line: string): string {
  return line.replace(/^ | (?= |$)/g, '\u00a0');
}
