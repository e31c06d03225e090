import { cut } from '../../cut.ts';

/** A page writes titles, URLs, names and messages of any length. No such string leaves the worker longer than this. */
export const LONGEST_STRING = 8_192;

/** Long by nature: each has its own limit, and its answer reports when that limit cut it. */
const BODIES = new Set(['base64', 'html', 'text', 'tree']);

/**
 * The data of an answer. Only the top level has bodies: the text of a link or a heading is as short as any other
 * string.
 */
export function cappedData<T extends object>(data: T): T {
  const entries = Object.entries(data).map(([key, value]) => [
    key,
    BODIES.has(key) ? value : cappedValue(value, key),
  ]);
  // as: only strings change, and they stay strings.
  return Object.fromEntries(entries) as T;
}

/** An ellipsis at the end of a string shows that there was more. */
export function capped<T>(value: T): T {
  // as: only strings change, and they stay strings.
  return cappedValue(value) as T;
}

function cappedValue(value: unknown, key = ''): unknown {
  // The fill has cut it already, at a higher limit, and reports that.
  if (key === 'verifiedValue') return value;
  if (typeof value === 'string') return cut(value, LONGEST_STRING);
  if (Array.isArray(value)) return value.map((entry) => cappedValue(entry));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, cappedValue(entry, name)]));
}
