import { attributeOf, parentOf } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';
import { visibleText } from '../reading/visible-text.ts';
import { isWithin } from '../visibility/element-at-point.ts';
import { normalised } from './offers.ts';

/** Widgets often draw the value beside the field that is their trigger. */
const CIRCLES = 4;
const OTHER_FIELDS = 'input:not([type=hidden]),select,textarea,[role=combobox],[aria-haspopup]';

/**
 * The text that the trigger shows, then the text of each wider ancestor, as long as it contains no other field. Null
 * where an open list is inside: its options are not a value.
 */
export function shownAround(trigger: Element, lists: readonly Element[]): Array<string | null> {
  const shown: Array<string | null> = [];
  let at: Element | null = trigger;
  while (at && at !== own.body(document) && shown.length < CIRCLES) {
    const circle: Element = at;
    if ([...own.querySelectorAll(circle, OTHER_FIELDS)].some((field) => !isOwn(field, trigger))) break;
    shown.push(lists.some((list) => isWithin(list, circle)) ? null : textShown(circle));
    at = parentOf(circle);
  }
  return shown;
}

/** The trigger shows the option's words or now shows a part of them, or something around it now shows them. */
export function showsChoice(
  before: ReadonlyArray<string | null>,
  now: ReadonlyArray<string | null>,
  words: string,
): boolean {
  const own = now[0] ?? '';
  if (own === words || (own !== '' && own !== before[0] && hasWords(words, own))) return true;
  return now.some((text, circle) => text !== null && text !== before[circle] && hasWords(text, words));
}

function isOwn(field: Element, trigger: Element): boolean {
  return isWithin(field, trigger) || isWithin(trigger, field);
}

function textShown(element: Element): string {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
    return normalised(element.value);
  const field = own.querySelector(element, 'input:not([type=hidden])');
  const value =
    field instanceof HTMLInputElement ? field.value : (attributeOf(element, 'aria-valuetext') ?? '');
  return normalised(`${visibleText(element)} ${value}`);
}

/** As whole words: "Yorkshire" does not show "York". */
function hasWords(text: string, words: string): boolean {
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped(words)}(?![\\p{L}\\p{N}])`, 'u').test(text);
}

function escaped(words: string): string {
  return words.replace(/[\\^$.*+?()[\]{}|/-]/g, (char) => (char === '-' ? '\\x2d' : `\\${char}`));
}
