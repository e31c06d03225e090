import type { PageResult } from '../../content-messages.ts';
import type { Acting } from '../gestures/acting.ts';
import { notActionable, refuseUnusable } from '../gestures/actionability.ts';
import { beforeNextLook, nextTicks } from '../gestures/ticks.ts';
import type { FollowedTarget } from '../targets/followed-target.ts';
import { exactMatches, nearMatch, normalised, type Offer, severalMatch, textsOf } from './offers.ts';

// From the prototype: frameworks put their own setters on an element, to distinguish their writes from a user's.
const setSelected = Object.getOwnPropertyDescriptor(HTMLOptionElement.prototype, 'selected')?.set;

/** In a list with multiple choices, the option is added to the chosen ones. */
export async function chooseNative(
  select: HTMLSelectElement,
  trigger: FollowedTarget,
  optionText: string,
  { announce, signal, until }: Acting,
): Promise<PageResult<'select'>> {
  refuseUnusable(select);
  let offers = offersOf(select);
  let offer = matchIn(offers, optionText);
  // Options that depend on another field come from a server.
  while (!offer && Date.now() < until) {
    await beforeNextLook();
    signal.throwIfAborted();
    offers = offersOf(select);
    offer = matchIn(offers, optionText);
  }
  if (!offer) return { selected: false, optionText, options: textsOf(offers) };
  const [text] = offer.texts;
  if (offer.isDisabled) throw notActionable('disabled', { option: text });
  announce(select);
  select.focus();
  // A browser fires no event for a choice that changes nothing.
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
  // Long lists repeat the most frequent choices at their top. The same value is the same choice.
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

/** Looked up by its text, because frameworks also redraw options. */
function holds(select: Element, text: string): boolean {
  if (!(select instanceof HTMLSelectElement)) return false;
  return [...select.selectedOptions].some((option) => normalised(option.label) === text);
}
