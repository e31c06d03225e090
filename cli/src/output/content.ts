import { isRecord } from '@bproxy/shared';

/** Fields of text that a page wrote, as a whole. */
const TEXTS = new Set(['tree', 'text', 'html', 'markdown', 'tsv']);

/** Whether this field of an answer is what was asked for: a text of the page, or a list of its parts. */
export function isContent([field, value]: [field: string, value: unknown]): boolean {
  return typeof value === 'string' ? TEXTS.has(field) : Array.isArray(value) && value.every(isRecord);
}
