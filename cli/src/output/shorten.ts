import { isContent } from './content.ts';
import { rowsLeft } from './rows-left.ts';

type Data = Readonly<Record<string, unknown>>;

export interface Shortened {
  data: Data;
  /** What is shown of the content, in words. Undefined if that is all of it. */
  shown?: string;
  /** The whole content, as a file has it. */
  whole: string;
}

/** Cuts the content of a read after so many characters: a text at the end of a line, a list between two entries. */
export function shorten(data: Data, limit: number, lineOf: (entry: unknown) => string): Shortened {
  let left = limit;
  const fields = Object.entries(data)
    .filter(isContent)
    .map(([field, value]) => {
      const short =
        typeof value === 'string'
          ? shortText(field, value, left)
          : shortList(field, Array.isArray(value) ? value : [], left, lineOf);
      left -= short.chars;
      return short;
    });
  const whole = `${fields.map((field) => field.whole).join('\n')}\n`;
  const shown = fields.flatMap((field) => field.shown ?? []);
  if (shown.length === 0) return { data, whole };
  const total = fields.reduce((sum, field) => sum + field.size, 0);
  return {
    // The page counted what its own cap left out.
    data: {
      ...data,
      ...Object.assign({}, ...fields.map(({ part }) => part)),
      truncated: true,
      total: data['total'] ?? total,
    },
    shown: shown.join(', '),
    whole,
  };
}

interface ShortField {
  /** The fields of the shortened answer. */
  part: Data;
  /** How many characters of it are shown. */
  chars: number;
  /** As `total` counts it. */
  size: number;
  shown?: string;
  whole: string;
}

function shortText(field: string, whole: string, limit: number): ShortField {
  const text = partOf(whole, limit);
  const isTree = field === 'tree';
  return {
    part: { [field]: text, ...(isTree ? { nodeCount: text === '' ? 0 : linesOf(text) } : {}) },
    chars: text.length,
    size: isTree ? linesOf(whole) : whole.length,
    ...(text.length < whole.length ? { shown: shownText(whole, text) } : {}),
    whole,
  };
}

function shortList(
  field: string,
  entries: readonly unknown[],
  limit: number,
  lineOf: (entry: unknown) => string,
): ShortField {
  const lines = entries.map(lineOf);
  const count = fitting(lines, limit);
  return {
    part: { [field]: entries.slice(0, count) },
    chars: lines.slice(0, count).reduce((sum, line) => sum + line.length + 1, 0),
    size: entries.length,
    ...(count < entries.length ? { shown: `the first ${count} of ${entries.length} ${field}` } : {}),
    whole: lines.join('\n'),
  };
}

/** Whole lines, or the beginning of the first line if that alone is too long. */
function partOf(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = text.lastIndexOf('\n', limit);
  if (end > 0) return text.slice(0, end);
  // Never half a character.
  return text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
}

function shownText(text: string, part: string): string {
  const isWholeLines = text[part.length] === '\n';
  if (!isWholeLines) return `the first ${part.length} of ${text.length} characters`;
  const lines = linesOf(part);
  return `lines 1 to ${lines} of ${linesOf(text)}${rowsLeft(text.split('\n'), lines)}`;
}

/** How many of the lines fit, with their ends. */
function fitting(lines: readonly string[], limit: number): number {
  let chars = 0;
  const over = lines.findIndex((line) => {
    chars += line.length + 1;
    return chars > limit;
  });
  return over < 0 ? lines.length : over;
}

const linesOf = (text: string) => text.split('\n').length;
