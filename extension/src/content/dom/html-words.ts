import { cut } from './cut.ts';
import { attributeOf } from './element-facts.ts';

/** What tells elements apart and says what they are for. No values of fields: they may be secrets. */
const KEPT_ATTRIBUTES =
  'id class name type role aria-label placeholder href src alt title label for slot data-testid'.split(' ');
const LONGEST_VALUE = 200;

export function attributesOf(element: Element): string {
  return KEPT_ATTRIBUTES.map((name) => {
    const value = attributeOf(element, name);
    return value === null ? '' : ` ${name}="${escaped(cut(value, LONGEST_VALUE)).replaceAll('"', '&quot;')}"`;
  }).join('');
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
