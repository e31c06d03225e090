import { cut } from '../../cut.ts';
import { attributeOf, tagOf } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';

/** What tells elements apart and says what they are for. No values of fields: they may be secrets. */
const KEPT_ATTRIBUTES =
  'id class name type role aria-label placeholder href src alt title label for slot data-testid'.split(' ');
const LONGEST_VALUE = 200;

export function attributesOf(element: Element): string {
  return KEPT_ATTRIBUTES.map((name) => written(element, name)).join('');
}

/** All but the value of a field, which may be a secret. */
export function allAttributesOf(element: Element): string {
  const isInput = tagOf(element) === 'input';
  return own
    .getAttributeNames(element)
    .filter((name) => !(isInput && name === 'value'))
    .map((name) => written(element, name))
    .join('');
}

function written(element: Element, name: string): string {
  const value = attributeOf(element, name);
  return value === null ? '' : ` ${name}="${escaped(cut(value, LONGEST_VALUE)).replaceAll('"', '&quot;')}"`;
}

/** Text between tags. Where the source starts a new line and has no words, so does the answer: it reads better. */
export function proseOf(text: string): string {
  const spaced = escaped(text.replace(/[ \t\n\r\f]+/g, ' '));
  return spaced === ' ' && text.includes('\n') ? '\n' : spaced;
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function isBlank(text: string): boolean {
  return /^[ \t\n\r\f]*$/.test(text);
}
