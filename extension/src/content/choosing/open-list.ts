import { attributeOf } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';
import type { Acting } from '../gestures/acting.ts';
import { patientPoint } from '../gestures/patience.ts';
import { nextTicks } from '../gestures/ticks.ts';
import { pointTo, press } from '../mouse/pointer.ts';
import { isList, isOfAnother, namedLists, offersIn, openLists, openListsAndRadios } from './option-lists.ts';

/** Finds, at each look, the lists that belong to the trigger. */
export type ListsOf = (trigger: Element) => Element[];

/** Lists without a reference to their trigger, by the trigger that was seen to open them. */
const seenToOpen = new WeakMap<Element, Element[]>();

/** Opens the list of the trigger by a click, unless it is open already. */
export async function openList(trigger: Element, acting: Acting): Promise<ListsOf> {
  if (isList(trigger) && offersIn(trigger).length > 0) return (now) => [now];
  const open = listsOpenAlready(trigger);
  if (open.length > 0)
    return (now) =>
      withNamed(
        now,
        open.filter((list) => offersIn(list).length > 0),
      );
  // It is open, but several lists could be its own. The right one closes and opens with it.
  if (isExpanded(trigger)) {
    await clickOn(trigger, acting);
    await nextTicks(2);
    if (isExpanded(trigger)) return listsNotIn(openListsAndRadios());
  }
  const before = openListsAndRadios();
  await clickOn(trigger, acting);
  return listsNotIn(before);
}

function listsNotIn(before: ReadonlySet<Element>): ListsOf {
  return (trigger) => {
    const appeared = [...openListsAndRadios()].filter(
      (list) => !before.has(list) && !isOfAnother(list, trigger),
    );
    if (appeared.length > 0) seenToOpen.set(trigger, appeared);
    return withNamed(trigger, appeared);
  };
}

function withNamed(trigger: Element, otherwise: Element[]): Element[] {
  const named = namedLists(trigger);
  return named.length > 0 ? named : otherwise;
}

function listsOpenAlready(trigger: Element): Element[] {
  if (attributeOf(trigger, 'aria-expanded') === 'false') return [];
  const named = namedLists(trigger);
  if (named.length > 0) return named;
  const open = openLists();
  const seen = (seenToOpen.get(trigger) ?? []).filter((list) => open.has(list));
  if (seen.length > 0) return seen;
  const [only, ...others] = [...open].filter((list) => !isOfAnother(list, trigger));
  const isAlone = only && others.length === 0 && isExpanded(trigger) && isOnlyExpanded(trigger);
  return isAlone ? [only] : [];
}

function isExpanded(trigger: Element): boolean {
  return attributeOf(trigger, 'aria-expanded') === 'true';
}

function isOnlyExpanded(trigger: Element): boolean {
  const expanded = [
    ...own.querySelectorAll(
      document,
      '[aria-expanded=true][aria-haspopup],[role=combobox][aria-expanded=true]',
    ),
  ];
  return expanded.every((element) => element === trigger);
}

async function clickOn(trigger: Element, acting: Acting): Promise<void> {
  const { point, hit } = await patientPoint(trigger, acting);
  acting.announce(trigger);
  pointTo(hit, point);
  await press(hit, point);
}
