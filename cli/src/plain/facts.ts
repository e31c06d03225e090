import { isRecord } from '@bproxy/shared';
import type { Piece } from './fence.ts';
import { type IsOwn, inWords, quoted, shortened } from './words.ts';

/** Fields that a reader of plain output does not miss. `stable` is said only if it is false. */
const QUIET = new Set([
  'elapsed',
  'loadTime',
  'nodeCount',
  'disappeared',
  'tmpDir',
  'stable',
  'size',
  'format',
]);

/** What an object says, one fact for each field: a name, and a value that is not plain `true`. */
export function factsOf(data: Readonly<Record<string, unknown>>, isOwn: IsOwn): Piece[][] {
  return Object.entries(data).flatMap(([field, value]) => {
    if (value === undefined || (QUIET.has(field) && value !== false)) return [];
    const name = inWords(field);
    if (value === true) return [[name]];
    if (value === false) return field === 'disappeared' ? [] : [[`not ${name}`]];
    return [[`${name} `, valuePiece(field, value, isOwn)]];
  });
}

function valuePiece(field: string, value: unknown, isOwn: IsOwn): Piece {
  const text = inline(value, isOwn, field);
  return quotesPage(value, isOwn, field) ? { page: text } : text;
}

/** A value as a part of one line. Strings of bproxy stand without quotes. */
export function inline(value: unknown, isOwn: IsOwn, field: string): string {
  if (typeof value === 'string') return isOwn(field) ? shortened(value) : quoted(value);
  if (Array.isArray(value)) {
    const separator = value.some(isRecord) ? ' | ' : ', ';
    return value.map((item) => inline(item, isOwn, field)).join(separator) || 'none';
  }
  if (isRecord(value)) {
    return Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .map(([name, part]) =>
        part === true
          ? inWords(name)
          : part === false
            ? `not ${inWords(name)}`
            : `${inWords(name)} ${inline(part, isOwn, name)}`,
      )
      .join(', ');
  }
  return value === null ? 'none' : String(value);
}

/** Whether a page wrote a part of it. */
export function quotesPage(value: unknown, isOwn: IsOwn, field: string): boolean {
  if (typeof value === 'string') return !isOwn(field);
  if (Array.isArray(value)) return value.some((item) => quotesPage(item, isOwn, field));
  return isRecord(value) && Object.entries(value).some(([name, part]) => quotesPage(part, isOwn, name));
}

/** Facts as one line. */
export function joined(facts: ReadonlyArray<readonly Piece[]>, separator = '; '): Piece[] {
  return facts.flatMap((fact, at) => (at === 0 ? [...fact] : [separator, ...fact]));
}
