import { cut } from '../../cut.ts';
import * as own from '../dom/own-properties.ts';
import type { TextControl, WritableField } from './writable-field.ts';

export interface AcceptedValue {
  /** The value that the field should hold in the end. Undefined if it would accept none of it. */
  value?: string;
  /** The part of it that is new, and where it goes, if the field keeps what it holds. */
  added?: { text: string; edge: 'start' | 'end' };
  /** Why that differs from the requested value. */
  reason?: string;
}

/** Fields whose value is more than a text. */
export function hasOwnRules(element: Element): boolean {
  return element instanceof HTMLInputElement && OWN_RULES[element.type] !== undefined;
}

/** Fields that store nothing, or something else, for a value that does not fit. */
const OWN_RULES: Record<string, string> = {
  number: 'a number such as 12 or -1.5, without separators or units',
  range: 'a number',
  color: 'a colour as #rrggbb',
  date: 'a date as YYYY-MM-DD',
  time: 'a time as HH:MM or HH:MM:SS',
  'datetime-local': 'a date and time as YYYY-MM-DDTHH:MM',
  month: 'a month as YYYY-MM',
  week: 'a week as YYYY-Www, for example 2026-W07',
};

/** The value that the field would hold if its user entered this one. */
export function acceptedValue({ kind, element }: WritableField, asked: string): AcceptedValue {
  const value = asked.replace(/\r\n?/g, '\n');
  if (kind === 'editable') return { value };
  const rule = element instanceof HTMLInputElement ? OWN_RULES[element.type] : undefined;
  if (rule !== undefined && element instanceof HTMLInputElement) return byOwnRules(element, value, rule);
  const oneLine = element instanceof HTMLInputElement ? asOneLine(element, value) : { value };
  return withinLength(element, oneLine);
}

function byOwnRules(input: HTMLInputElement, value: string, rule: string): AcceptedValue {
  const kept = sanitised(input, value);
  if (isSame(input.type, value, kept)) return { value: kept };
  const limits = ['min', 'max', 'step'].flatMap((name) => {
    const limit = input.getAttribute(name);
    return limit ? [`${name} ${limit}`] : [];
  });
  const within = limits.length > 0 ? ` (${limits.join(', ')})` : '';
  return { reason: `A field of type ${input.type} takes ${rule}${within}. Nothing was written.` };
}

/** The browser formats dates and numbers in its own way. That still counts as the requested value. */
function isSame(type: string, value: string, kept: string): boolean {
  if (kept === value) return true;
  if (type === 'range') return value.trim() !== '' && Number(value) === Number(kept);
  if (type === 'color') return kept.toLowerCase() === value.toLowerCase();
  return kept !== '';
}

/** In a field of one line, line breaks of a paste become spaces, and a final one is dropped. */
function asOneLine(input: HTMLInputElement, value: string): AcceptedValue & { value: string } {
  const joined = value.replace(/\n+$/, '').replaceAll('\n', ' ');
  const kept = sanitised(input, joined);
  if (kept === value) return { value };
  const reason =
    joined === value
      ? 'The field drops white space at the ends.'
      : 'The field has one line: line breaks were left out.';
  return { value: kept, reason };
}

/** A script could write more than `maxlength`; a user cannot. */
function withinLength(element: TextControl, given: AcceptedValue & { value: string }): AcceptedValue {
  const { maxLength } = element;
  if (maxLength < 0 || given.value.length <= maxLength) return given;
  return {
    value: cut(given.value, maxLength).replace(/…$/, ''),
    reason: `maxlength: the field takes ${maxLength} characters, ${given.value.length} were given; the rest was left out.`,
  };
}

/** Tries the value in a field of the same kind that no page sees. */
function sanitised(input: HTMLInputElement, value: string): string {
  const probe = own.createElement(document, 'input');
  for (const name of ['type', 'min', 'max', 'step', 'multiple']) {
    const given = input.getAttribute(name);
    if (given !== null) probe.setAttribute(name, given);
  }
  probe.value = value;
  return probe.value;
}
