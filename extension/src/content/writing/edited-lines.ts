import type { TextRange } from '../../main-world/words-in-text.ts';
import * as own from '../dom/own-properties.ts';

/** A stretch of a text node that shows, and its place in the text of all. */
export interface Piece {
  node: Text;
  /** Where it begins in the node, and in the text. */
  offset: number;
  at: number;
  length: number;
  /** Its length in the node: white space that collapses shows as one space. */
  span: number;
}

/**
 * The text of an element as the lines that its user sees, and where each of them comes from. `innerText` puts two line
 * breaks between paragraphs and counts the invisible last `<br>`, so it could not be compared with a written text.
 */
export function textWithPieces(root: Element): { text: string; pieces: Piece[] } {
  const lines = new EditedLines();
  visit(root, keepsSpace(getComputedStyle(root)), lines);
  lines.endBlock();
  return { text: plainSpaces(lines.toString()), pieces: lines.pieces };
}

function visit(parent: Element, keeps: boolean, lines: EditedLines): void {
  for (const node of own.childNodes(parent)) {
    if (node instanceof Text) lines.addText(node, keeps);
    else if (node instanceof HTMLBRElement) lines.breakLine();
    else if (node instanceof Element) visitElement(node, lines);
  }
}

function visitElement(element: Element, lines: EditedLines): void {
  const style = getComputedStyle(element);
  const { display } = style;
  if (display === 'none') return;
  const isBlock = !display.startsWith('inline') && display !== 'contents';
  if (isBlock) lines.endBlock();
  visit(element, keepsSpace(style), lines);
  if (isBlock) lines.endBlock();
}

export function keepsSpace({ whiteSpaceCollapse }: CSSStyleDeclaration): boolean {
  return whiteSpaceCollapse !== 'collapse';
}

class EditedLines {
  readonly pieces: Piece[] = [];
  /** The finished lines, each with its line break. */
  #lines = '';
  /** Null where the next line has not begun: a break without anything after it makes no line. */
  #open: string | null = null;
  #endsInSpace = false;

  addText(node: Text, keeps: boolean): void {
    if (keeps) {
      this.#addVerbatim(node);
      return;
    }
    for (const { 0: run, index } of node.data.matchAll(/[ \t\n\r]+|[^ \t\n\r]+/g)) {
      if (/^[ \t\n\r]/.test(run)) this.#addSpace(node, index, run.length);
      else this.#add(node, index, run, run.length);
    }
  }

  /** White space that collapses does not show at the start of a line, nor behind other such space. */
  #addSpace(node: Text, offset: number, span: number): void {
    if (this.#open === null || this.#endsInSpace) return;
    this.#add(node, offset, ' ', span);
    this.#endsInSpace = true;
  }

  /** And not at the end of a line. */
  #dropSpace(): void {
    const last = this.pieces.at(-1);
    if (!this.#endsInSpace || !last) return;
    this.#open = (this.#open ?? '').slice(0, -1);
    this.#endsInSpace = false;
    if (last.length === 1) this.pieces.pop();
    else {
      last.length -= 1;
      last.span -= 1;
    }
  }

  #addVerbatim(node: Text): void {
    let offset = 0;
    for (const [index, part] of node.data.split('\n').entries()) {
      if (index > 0) this.breakLine();
      if (part !== '') this.#add(node, offset, part, part.length);
      offset += part.length + 1;
    }
  }

  #add(node: Text, offset: number, shown: string, span: number): void {
    const at = this.#lines.length + (this.#open?.length ?? 0);
    this.#open = (this.#open ?? '') + shown;
    this.#endsInSpace = false;
    const last = this.pieces.at(-1);
    const goesOn = last?.node === node && last.offset + last.span === offset && last.at + last.length === at;
    if (last && goesOn && last.span === last.length && span === shown.length) {
      last.length += span;
      last.span += span;
    } else this.pieces.push({ node, offset, at, length: shown.length, span });
  }

  breakLine(): void {
    this.#dropSpace();
    this.#lines += `${this.#open ?? ''}\n`;
    this.#open = null;
  }

  endBlock(): void {
    if (this.#open !== null) this.breakLine();
  }

  toString(): string {
    return this.#lines.slice(0, -1);
  }
}

/** Browsers write every second of several spaces as a no-break space, so that it shows. */
export function plainSpaces(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}

/** The part of the page that shows this part of the text. */
export function rangeAt(pieces: readonly Piece[], { from, to }: TextRange): Range | undefined {
  const first = pieces.find(({ at, length }) => at + length > from);
  const last = pieces.findLast(({ at }) => at < to);
  if (!first || !last) return undefined;
  const range = own.createRange(document);
  range.setStart(first.node, placeIn(first, Math.max(from, first.at)));
  range.setEnd(last.node, placeIn(last, Math.min(to, last.at + last.length)));
  return range;
}

function placeIn({ offset, at, length, span }: Piece, place: number): number {
  return place === at + length ? offset + span : offset + place - at;
}
