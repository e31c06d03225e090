import { type Cleaned, cleanLine, cleanText } from './clean.ts';

/** A piece of a line: words of bproxy, or words of a page. */
export type Piece = string | { page: string };
export type Line = readonly Piece[];
/** Lines that a page wrote, or that quote it. */
export interface PageText {
  pageText: string;
}
export type Sheet = ReadonlyArray<Line | PageText>;

/**
 * Prints a sheet: what a page wrote stands between `<page-TOKEN>` and `</page-TOKEN>`. The token is drawn until nothing
 * on the sheet contains it. So no page can end its own part, or begin another one.
 */
export function printed(sheet: Sheet, drawToken: () => string): string {
  let unseen = 0;
  const counted = (cleaned: Cleaned) => {
    unseen += cleaned.unseen;
    return cleaned.text;
  };
  const clean = sheet.map((part) =>
    'pageText' in part ? cleanBlock(part, counted) : cleanPieces(part, counted),
  );
  const token = unusedToken(
    clean.flatMap((part) => ('pageText' in part ? [part.pageText] : part.map(textOf))),
    drawToken,
  );
  const [open, close] = [`<page-${token}>`, `</page-${token}>`];
  const lines = clean.map((part) =>
    'pageText' in part
      ? `${open}\n${part.pageText}\n${close}`
      : part.map((piece) => (typeof piece === 'string' ? piece : `${open}${piece.page}${close}`)).join(''),
  );
  if (unseen > 0) lines.push(`left out: ${unseen} characters that show nothing`);
  return lines.map((line) => `${line}\n`).join('');
}

function cleanBlock({ pageText }: PageText, counted: (cleaned: Cleaned) => string): PageText {
  return { pageText: counted(cleanText(pageText)).replace(/^\n+|\s+$/g, '') };
}

function cleanPieces(line: Line, counted: (cleaned: Cleaned) => string): Line {
  return line.map((piece) =>
    typeof piece === 'string' ? counted(cleanLine(piece)) : { page: counted(cleanLine(piece.page)) },
  );
}

function unusedToken(texts: readonly string[], drawToken: () => string): string {
  for (;;) {
    const token = drawToken();
    if (!texts.some((text) => text.includes(token))) return token;
  }
}

const textOf = (piece: Piece) => (typeof piece === 'string' ? piece : piece.page);
