import * as own from '../dom/own-properties.ts';
/**
 * The text of an editable region as the lines that its user sees. `innerText` puts two line breaks between paragraphs
 * and counts the invisible last `<br>`, so it could not be compared with the written text.
 */
export function editedText(root: HTMLElement): string {
  const lines = new EditedLines();
  visit(root, keepsSpace(getComputedStyle(root)), lines);
  lines.endBlock();
  return plainSpaces(lines.toString());
}

function visit(parent: Element, keeps: boolean, lines: EditedLines): void {
  for (const node of own.childNodes(parent)) {
    if (node instanceof Text) lines.addText(node.data, keeps);
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

function keepsSpace({ whiteSpaceCollapse }: CSSStyleDeclaration): boolean {
  return whiteSpaceCollapse !== 'collapse';
}

class EditedLines {
  readonly #lines: string[] = [];
  /** Null where the next line has not begun: a break without anything after it makes no line. */
  #open: string | null = null;

  addText(text: string, keeps: boolean): void {
    if (keeps) {
      this.#addVerbatim(text);
      return;
    }
    const isIndentation = this.#open === null && /^[ \t\n\r]*$/.test(text);
    if (!isIndentation) this.#open = (this.#open ?? '') + text.replace(/[ \t\n\r]+/g, ' ');
  }

  #addVerbatim(text: string): void {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) this.breakLine();
      if (part !== '') this.#open = (this.#open ?? '') + part;
    }
  }

  breakLine(): void {
    this.#lines.push(this.#open ?? '');
    this.#open = null;
  }

  endBlock(): void {
    if (this.#open !== null) this.breakLine();
  }

  toString(): string {
    return this.#lines.join('\n');
  }
}

/** Browsers write every second of several spaces as a no-break space, so that it shows. */
export function plainSpaces(text: string): string {
  return text.replaceAll('\u00a0', ' ');
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
