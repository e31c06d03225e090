import { cut } from '../../cut.ts';

/** A page writes titles, URLs, names and messages of any length. No such string leaves the worker longer than this. */
export const LONGEST_STRING = 8_192;

/** Long by nature: each has its own limit, and its answer reports when that limit cut it. */
const BODIES = new Set(['base64', 'html', 'text', 'tree']);

/**
 * The data of an answer. Only the top level has bodies: the text of a link or a heading is as short as any other
 * string.
 */
export function cappedData<T extends object>(data: T): T;
export function cappedData(data: object): object {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, BODIES.has(key) ? value : capped(value, key)]),
  );
}

/** An ellipsis at the end of a string shows that there was more. */
export function capped<T>(value: T, key?: string): T;
export function capped(value: unknown, key = ''): unknown {
  // The fill has cut it already, at a higher limit, and reports that.
  if (key === 'verifiedValue') return value;
  if (typeof value === 'string') return cut(value, LONGEST_STRING);
  if (Array.isArray(value)) return value.map((entry) => capped(entry));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, capped(entry, name)]));
}
