import { cut } from '../../cut.ts';

/** A page writes titles, addresses, names and messages of any length. No such string leaves the worker longer. */
export const LONGEST_STRING = 8_192;

/** Long by their nature: each has a cap of its own, and its answer says when that has cut it. */
const BODIES = new Set(['base64', 'html', 'text', 'tree']);

/** The data of an answer. A body is one only here: the text of a link or a heading is as short as any other. */
export function cappedData<T extends object>(data: T): T;
export function cappedData(data: object): object {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, BODIES.has(key) ? value : capped(value, key)]),
  );
}

/** An ellipsis at the end of a string says that there was more. */
export function capped<T>(value: T, key?: string): T;
export function capped(value: unknown, key = ''): unknown {
  // The fill has cut it, at more than this, and says so.
  if (key === 'verifiedValue') return value;
  if (typeof value === 'string') return cut(value, LONGEST_STRING);
  if (Array.isArray(value)) return value.map((entry) => capped(entry));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, capped(entry, name)]));
}
