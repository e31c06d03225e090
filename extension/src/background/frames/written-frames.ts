import type { Below, Part } from './frame-read.ts';

/** As much text of a frame of another site as one entry of a list counts for. */
export const CHARS_OF_ENTRY = 100;

/** A line of a comparison begins with `+`, `-`, `~` or a space, and a space. */
const SAME = '  ';
const MARK = SAME.length;

/** The lines of a tree, with the lines of each frame below its own line. */
export function nodesOf(part: Part<'snapshot'>): string[] {
  const { tree, changes } = part.data;
  const own = tree === '' ? [] : tree.split('\n');
  const frames = new Map(part.below.map((below) => [below.found.at, below]));
  return own.flatMap((line, at) => {
    const below = frames.get(at);
    if (!below) return [line];
    const inside = linesBelow(below, changes ? MARK : 0);
    const isUnchanged = changes && line.startsWith(SAME) && inside.length === 0;
    return isUnchanged ? [] : [line + marksOf(below), ...inside];
  });
}

function marksOf({ unread, payment }: Below): string {
  const marks = [...(unread ? [`unread=${unread}`] : []), ...(payment ? ['payment'] : [])];
  return marks.length > 0 ? ` [${marks.join(' ')}]` : '';
}

/** @param mark How many characters come before the indentation. */
function linesBelow(
  { part, most = Number.POSITIVE_INFINITY, found }: Below<'snapshot'>,
  mark: number,
): string[] {
  if (!part) return [];
  // In a comparison, everything in a document without an earlier snapshot is new.
  const isNew = mark > 0 && !part.data.changes;
  const lines = nodesOf(part).map((line) => (isNew ? `+ ${line}` : line));
  const more = lines.length - most;
  const rest = `${SAME.slice(0, mark)}… ${more} more lines in ${found.frame?.name}`;
  const shown = more > 0 ? [...lines.slice(0, most), rest] : lines;
  return shown.map((line) => line.slice(0, mark) + ' '.repeat(found.indent) + line.slice(mark));
}

/** The text of a page, with the text of each frame in its place. */
export function textOf(part: Part<'text'>): string {
  const { text } = part.data;
  let [written, from] = ['', 0];
  if (part.below.length === 0) return text;
  for (const { found, part: inner, most = Number.POSITIVE_INFINITY } of part.below) {
    const inside = inner ? textOf(inner) : '';
    if (inside === '') continue;
    const at = Math.min(found.at, text.length);
    written += onLines(text.slice(from, at)) + onLines(inside.slice(0, most * CHARS_OF_ENTRY));
    from = at;
  }
  const rest = text.slice(from);
  return rest === '' ? written.replace(/\n$/, '') : written + rest;
}

function onLines(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
