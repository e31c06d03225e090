import type { InspectElement } from '@bproxy/shared';
import { shadowOf } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';

const MOST_COUNTED = 10_000;

// All through tree walkers and the guard below: a form's fields may hide its properties.

/** The elements below, those in open shadow roots included; stops counting at 10,000. */
export function countBelow(element: Element): number {
  const roots: Node[] = [shadowOf(element) ?? [], element].flat();
  let count = 0;
  for (let root = roots.pop(); root; root = roots.pop()) {
    const walker = own.createTreeWalker(document, root, NodeFilter.SHOW_ELEMENT);
    for (let at = walker.nextNode(); at; at = walker.nextNode()) {
      count += 1;
      if (count === MOST_COUNTED) return count;
      const shadow = at instanceof Element ? shadowOf(at) : null;
      if (shadow) roots.push(shadow);
    }
  }
  return count;
}

/** The length of the text below, shown or not. */
export function textLengthOf(element: Element): number {
  const walker = own.createTreeWalker(
    document,
    element,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION,
  );
  let length = 0;
  for (let at = walker.nextNode(); at; at = walker.nextNode()) length += own.nodeValue(at)?.length ?? 0;
  return length;
}

/** Whether it scrolls up and down, and how far it is. */
export function scrollOf(element: Element): Pick<InspectElement, 'scrollable' | 'scrollInfo'> {
  const scrollHeight = numberOr0(own.scrollHeight(element));
  const clientHeight = numberOr0(own.clientHeight(element));
  if (scrollHeight <= clientHeight || !letsScroll(element)) return { scrollable: false };
  const scrollTop = Math.round(numberOr0(own.scrollTop(element)));
  return { scrollable: true, scrollInfo: { scrollTop, scrollHeight, clientHeight } };
}

function letsScroll(element: Element): boolean {
  const { overflowY } = getComputedStyle(element);
  if (element !== own.scrollingElement(document)) return overflowY === 'auto' || overflowY === 'scroll';
  // The window takes the overflow of the root, or else of the body, and scrolls unless that forbids it.
  const taken =
    overflowY === 'visible' && own.body(document)
      ? getComputedStyle(own.body(document)).overflowY
      : overflowY;
  return taken !== 'hidden' && taken !== 'clip';
}

function numberOr0(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
