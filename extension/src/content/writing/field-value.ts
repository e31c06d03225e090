import { cut } from '../../cut.ts';
import * as own from '../dom/own-properties.ts';
import { editedText } from './edited-text.ts';
import type { TextControl, WritableField } from './writable-field.ts';

/** Long enough to check the written text. A whole book would only fill the reader's memory. */
const MOST_REPORTED = 20_000;
const MASK = '••••••';

/** The whole value, for comparing. It does not leave the page: see `reportedValue`. */
export function wholeValue({ kind, element }: WritableField): string {
  return kind === 'editable' ? editedText(element) : element.value;
}

/** The part of the value that an answer may contain. Passwords stay secret. */
export function reportedValue({ element }: WritableField, value: string): string {
  if (element instanceof HTMLInputElement && element.type === 'password') return value === '' ? '' : MASK;
  return cut(value, MOST_REPORTED);
}

/** What the element holds, as an answer may show it. Empty for an element that holds no text. */
export function shownValue(element: Element): string {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    return reportedValue({ kind: 'control', element }, element.value);
  }
  if (!(element instanceof HTMLElement) || !own.isContentEditable(element)) return '';
  return reportedValue({ kind: 'editable', element }, editedText(element));
}

export function cutNotice(value: string): string | undefined {
  if (value.length <= MOST_REPORTED) return undefined;
  return `verifiedValue shows the first ${MOST_REPORTED} of ${value.length} characters; all were compared.`;
}

/** Uses the prototype's setter: frameworks put their own on the element, to distinguish their writes from a user's. */
export function setNatively(element: TextControl, value: string): void {
  const prototype =
    element instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value);
}

/** The browser's own objection to the value when the form is sent. */
export function complaintOf({ kind, element }: WritableField): string | undefined {
  if (kind === 'editable' || !element.willValidate || element.validity.valid) return undefined;
  const { validity } = element;
  const found = COMPLAINTS.filter(([flag]) => validity[flag]).map(([flag, attribute]) => {
    const given = attribute ? element.getAttribute(attribute) : null;
    return given === null ? flag : `${flag} (${attribute}=${JSON.stringify(given)})`;
  });
  const words = validity.customError ? ` The page says: ${element.validationMessage}` : '';
  return `The form would refuse this value: ${found.join(', ')}.${words}`;
}

const COMPLAINTS = [
  ['badInput', null],
  ['customError', null],
  ['patternMismatch', 'pattern'],
  ['rangeOverflow', 'max'],
  ['rangeUnderflow', 'min'],
  ['stepMismatch', 'step'],
  ['tooLong', 'maxlength'],
  ['tooShort', 'minlength'],
  ['typeMismatch', 'type'],
  ['valueMissing', null],
] as const;
