import type { WireResult } from '@bproxy/shared';
import { notActionable, refuseUnusable } from '../gestures/actionability.ts';
import { nextTicks } from '../gestures/ticks.ts';
import type { FollowedTarget } from '../targets/followed-target.ts';
import { exactMatches, nearMatch, normalised, type Offer, severalMatch, textsOf } from './offers.ts';

// From the prototype: frameworks put setters of their own on an element, to tell their writes from a user's.
const setSelected = Object.getOwnPropertyDescriptor(HTMLOptionElement.prototype, 'selected')?.set;

/** Of a list that takes several, the option is added to those that are chosen. */
export async function chooseNative(
  select: HTMLSelectElement,
  trigger: FollowedTarget,
  optionText: string,
  announce: () => void,
): Promise<WireResult<'select'>> {
  refuseUnusable(select);
  const offers = offersOf(select);
  const offer = matchIn(offers, optionText);
  if (!offer) return { selected: false, optionText, options: textsOf(offers) };
  const [text] = offer.texts;
  if (offer.isDisabled) throw notActionable('disabled', { option: text });
  announce();
  select.focus();
  // A browser sends nothing for a choice that changes nothing.
  if (!offer.element.selected) {
    setSelected?.call(offer.element, true);
    select.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }
  await nextTicks(2);
  return { selected: holds(trigger.now() ?? select, text), optionText: text };
}

function matchIn(offers: Offer<HTMLOptionElement>[], wanted: string): Offer<HTMLOptionElement> | undefined {
  const exact = exactMatches(offers, wanted);
  // Long lists repeat what is chosen most at their top: the same value is the same choice.
  const values = new Set(exact.map(({ element }) => element.value));
  if (values.size > 1) throw severalMatch(wanted, exact.length);
  return exact[0] ?? nearMatch(offers, wanted);
}

function offersOf(select: HTMLSelectElement): Offer<HTMLOptionElement>[] {
  return [...select.options].filter(isListed).map((element) => ({
    element,
    texts: [normalised(element.label), normalised(element.text)],
    isDisabled: element.matches(':disabled'),
  }));
}

function isListed(option: HTMLOptionElement): boolean {
  const group = option.parentElement instanceof HTMLOptGroupElement ? [option.parentElement] : [];
  return [option, ...group].every((element) => getComputedStyle(element).display !== 'none');
}

/** Asked by its text: frameworks also draw options anew. */
function holds(select: Element, text: string): boolean {
  if (!(select instanceof HTMLSelectElement)) return false;
  return [...select.selectedOptions].some((option) => normalised(option.label) === text);
}
