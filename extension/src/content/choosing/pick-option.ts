import { ProtocolError } from '@bproxy/shared';
import type { PageResult } from '../../content-messages.ts';
import { attributeOf } from '../dom/element-facts.ts';
import type { Acting } from '../gestures/acting.ts';
import { actionPoint, notActionable } from '../gestures/actionability.ts';
import { patientPoint } from '../gestures/patience.ts';
import { beforeNextLook, endOfLooking, nextTicks } from '../gestures/ticks.ts';
import { pointTo, press } from '../mouse/pointer.ts';
import type { FollowedTarget } from '../targets/followed-target.ts';
import { elementAt, isWithin } from '../visibility/element-at-point.ts';
import { closeLayerOver, confirmingButton } from './choice-dialog.ts';
import { exactMatches, nearMatch, type Offer, severalMatch, textsOf } from './offers.ts';
import { type ListsOf, openList } from './open-list.ts';
import { isMarked, isOnOffer, isRadio, offersIn, takesSeveral } from './option-lists.ts';
import { shownAround, showsChoice } from './shown-choice.ts';

/** Even an action that does not wait gives a list the time to open. */
const OPENING_MS = 600;
const LONGEST_PROOF_MS = 1_500;
/** Time for a list to close by itself, before the search for the button of its dialog. */
const CLOSING_MS = 600;

interface Attempt {
  trigger: FollowedTarget;
  listsOf: ListsOf;
  shownBefore: Array<string | null>;
  acting: Acting;
  deadline: number;
}

/**
 * Chooses from a list that the page draws itself, as a person with a mouse would. A list without the option stays open,
 * unless it covers its trigger.
 */
export async function pickOption(
  trigger: FollowedTarget,
  optionText: string,
  acting: Acting,
  deadline: number,
): Promise<PageResult<'select'>> {
  const shownBefore = shownAround(trigger.first, []);
  const listsOf = await openList(trigger.first, acting);
  const attempt: Attempt = { trigger, listsOf, shownBefore, acting, deadline };
  let isPicked = false;
  try {
    const result = await search(attempt, optionText);
    isPicked = result.selected;
    return result;
  } finally {
    const now = trigger.now();
    // Also when the caller has gone: the layer would block every later action.
    if (!isPicked && now) await closeLayerOver(now);
  }
}

async function search(attempt: Attempt, optionText: string): Promise<PageResult<'select'>> {
  const end = Math.max(attempt.acting.until, endOfLooking(OPENING_MS, attempt.deadline));
  for (let last = ''; ; await beforeNextLook()) {
    attempt.acting.signal.throwIfAborted();
    const offers = offersNow(attempt);
    const seen = textsOf(offers).join('\n');
    const isOver = Date.now() >= end;
    const offer = choice(offers, optionText, seen === last || isOver);
    const picked = offer ? await pick(attempt, offer, isOver) : undefined;
    if (picked !== undefined) return { selected: picked, optionText: offer?.texts[0] ?? optionText };
    if (isOver) return { selected: false, optionText, options: textsOf(offers) };
    last = seen;
  }
}

function offersNow({ trigger, listsOf }: Attempt): Offer[] {
  const now = trigger.now();
  const offers = now ? listsOf(now).flatMap(offersIn) : [];
  return [...new Map(offers.map((offer) => [offer.element, offer])).values()];
}

/** While a list still fills, only an exact match counts. */
function choice(offers: Offer[], optionText: string, isAtRest: boolean): Offer | undefined {
  const exact = exactMatches(offers, optionText);
  if (!isAtRest) return exact.length === 1 && !exact[0]?.isDisabled ? exact[0] : undefined;
  if (exact.length > 1) throw severalMatch(optionText, exact.length);
  const offer = exact[0] ?? nearMatch(offers, optionText);
  if (offer?.isDisabled) throw notActionable('disabled', { option: offer.texts[0] });
  return offer;
}

/** Whether the page kept the choice. Undefined if nothing was pressed, and the search may continue. */
async function pick(
  attempt: Attempt,
  { element, texts }: Offer,
  isLast: boolean,
): Promise<boolean | undefined> {
  const [text] = texts;
  const { signal } = attempt.acting;
  // Here a second press would undo the choice.
  if (takesSeveral(element) && isMarked(element)) return true;
  const wasMarked = isMarked(element);
  const place = await actionPoint(element, signal).catch((thrown: unknown) => {
    // Lists appear with animations, and are redrawn while they fill.
    if (isLast || !(thrown instanceof ProtocolError)) throw thrown;
    return null;
  });
  if (!place) return undefined;
  attempt.acting.announce(attempt.trigger.first);
  pointTo(place.hit, place.point);
  await nextTicks(1);
  signal.throwIfAborted();
  // Pages redraw options when the pointer is over them. The press must hit this option or none.
  const hit = elementAt(place.point);
  const still =
    hit && isWithin(hit, element) && offersNow(attempt).find((offer) => offer.element === element);
  if (!still || still.texts[0] !== text) return undefined;
  const proof = proofOf(attempt, element, text, wasMarked);
  await press(hit, place.point);
  if (isRadio(element) && (await confirmed(element, proof, attempt.acting))) return true;
  return holds(proof, endOfLooking(LONGEST_PROOF_MS, attempt.deadline), signal);
}

/** Presses the button with which a dialog accepts the choice. True if the page kept the choice without it. */
async function confirmed(option: Element, proof: () => boolean, acting: Acting): Promise<boolean> {
  if (await holds(proof, Date.now() + CLOSING_MS, acting.signal)) return true;
  const button = isMarked(option) && isOnOffer(option) ? confirmingButton(option) : null;
  if (!button) return false;
  const { hit, point } = await patientPoint(button, acting);
  pointTo(hit, point);
  await press(hit, point);
  return false;
}

/** Create it before the press: the evidence of the choice has to come from the press. */
function proofOf(attempt: Attempt, option: Element, text: string, wasMarked: boolean): () => boolean {
  const { trigger, shownBefore } = attempt;
  const isMenuItem = (attributeOf(option, 'role') ?? '').startsWith('menuitem');
  const isPointedAt = !wasMarked && isMarked(option);
  return () => {
    const now = trigger.now();
    // Gone with the form or the dialog that the choice ended.
    if (!now) return true;
    const offers = offersNow(attempt);
    const isInside = isWithin(option, trigger.first);
    if (isRadio(option) && !isInside && offers.length > 0) return false;
    if (isRadio(option) && wasMarked && offers.length === 0) return true;
    const same = offers.find(({ element, texts }) => element === option || texts[0] === text);
    if (same && isMarked(same.element) && !isPointedAt && (!wasMarked || isInside)) return true;
    // A menu item has no state: the only visible effect is that the menu closes.
    if (isMenuItem && !isOnOffer(option)) return true;
    if (now === option || offers.some(({ element }) => isWithin(element, now))) return false;
    return showsChoice(shownBefore, shownAround(now, attempt.listsOf(now)), text);
  };
}

/** Twice: a framework may revert a state that the page showed at once. */
async function holds(proof: () => boolean, end: number, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    signal.throwIfAborted();
    await nextTicks(2);
    if (proof()) {
      await nextTicks(2);
      if (proof()) return true;
    }
    if (Date.now() >= end) return false;
    await beforeNextLook();
  }
}
