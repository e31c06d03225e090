export type WhiteSpace = 'collapse' | 'preserve' | 'preserve-breaks';

/** Joins text as a browser lays it out: white space collapses, and blocks and cells start a new line. */
export class TextLines {
  readonly #parts: string[] = [];
  /** Pending line breaks, a space or a list marker. They count only if more text follows. */
  #breaks = 0;
  #space = false;
  #mark = '';
  #lineEmpty = true;
  #cellEmpty = true;
  #empty = true;

  text(text: string, whiteSpace: WhiteSpace): void {
    if (whiteSpace === 'preserve') this.#verbatim(text);
    else if (whiteSpace === 'collapse') this.#collapsed(text);
    else this.#linesOf(text);
  }

  /** The edge of a block: the following text gets its own line. */
  blockEdge(): void {
    this.#space = false;
    if (!this.#lineEmpty && !this.#cellEmpty) this.#breaks = Math.max(this.#breaks, 1);
  }

  rowEdge(): void {
    this.#space = false;
    if (!this.#lineEmpty) this.#breaks = Math.max(this.#breaks, 1);
    this.#cellEmpty = true;
  }

  /** `<br>`: two of them make an empty line, and one at the end of a block makes nothing. */
  hardBreak(): void {
    this.#space = false;
    if (!this.#empty) this.#breaks = Math.min(this.#breaks + 1, 2);
  }

  wordEdge(): void {
    if (!this.#lineEmpty && !this.#cellEmpty) this.#space = true;
  }

  listItem(depth: number): void {
    this.blockEdge();
    this.#mark = `${'  '.repeat(depth)}- `;
  }

  endListItem(): void {
    this.#mark = '';
    this.blockEdge();
  }

  /** Blocks inside a cell must not break its row, so their pending breaks end here. */
  nextCell(): void {
    if (!this.#cellEmpty) this.#breaks = 0;
    this.#space = false;
    this.#flush();
    this.#parts.push('\t');
    this.#lineEmpty = false;
    this.#cellEmpty = true;
  }

  toString(): string {
    return this.#parts
      .join('')
      .replace(/[ \t]+$/gm, '')
      .replace(/^\n+|\n+$/g, '');
  }

  #collapsed(text: string): void {
    const words = text.replace(/[ \t\n\r\f]+/g, ' ');
    if (words === '') return;
    if (words.startsWith(' ')) this.wordEdge();
    if (words === ' ') return;
    this.#flush();
    this.#parts.push(words.trim() === words ? words : words.replace(/^ | $/g, ''));
    this.#written();
    this.#space = words.endsWith(' ');
  }

  #linesOf(text: string): void {
    text.split('\n').forEach((line, index) => {
      if (index > 0) this.hardBreak();
      this.#collapsed(line);
    });
  }

  #verbatim(text: string): void {
    if (text === '') return;
    this.#flush();
    this.#parts.push(text);
    this.#written();
    this.#lineEmpty = text.endsWith('\n');
  }

  #written(): void {
    this.#lineEmpty = false;
    this.#cellEmpty = false;
    this.#empty = false;
  }

  #flush(): void {
    if (this.#breaks > 0) this.#parts.push('\n'.repeat(this.#breaks));
    else if (this.#space) this.#parts.push(' ');
    this.#parts.push(this.#mark);
    this.#mark = '';
    this.#breaks = 0;
    this.#space = false;
  }
}
