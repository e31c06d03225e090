import type { Below, Part } from './frame-read.ts';

/** As much text of a frame of another site as one entry of a list counts for. */
export const CHARS_OF_ENTRY = 100;

/** The lines of a tree, with the lines of each frame below its own line. */
export function nodesOf(part: Part<'snapshot'>): string[] {
  const { tree } = part.data;
  const own = tree === '' ? [] : tree.split('\n');
  const frames = new Map(part.below.map((below) => [below.found.at, below]));
  return own.flatMap((line, at) => {
    const below = frames.get(at);
    return below ? [line + marksOf(below), ...indented(below)] : [line];
  });
}

function marksOf({ unread, payment }: Below): string {
  const marks = [...(unread ? [`unread=${unread}`] : []), ...(payment ? ['payment'] : [])];
  return marks.length > 0 ? ` [${marks.join(' ')}]` : '';
}

function indented({ part, most = Number.POSITIVE_INFINITY, found }: Below<'snapshot'>): string[] {
  if (!part) return [];
  const lines = nodesOf(part);
  const more = lines.length - most;
  const shown = more > 0 ? [...lines.slice(0, most), `… ${more} more lines in ${found.frame?.name}`] : lines;
  return shown.map((line) => ' '.repeat(found.indent) + line);
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
