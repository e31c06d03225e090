import * as own from '../dom/own-properties.ts';
import { renderedParent } from '../dom/rendered-children.ts';
import { renderedNodes } from '../dom/rendered-walk.ts';

/**
 * The words for visibility, each with one meaning:
 *
 * | word | the element |
 * |---|---|
 * | `isRendered` | has a box, also with `visibility: hidden` |
 * | `isShown` | is rendered, and `visibility` lets it be seen. It may be transparent, inert or outside the window |
 * | `known(element).isVisible` | the same by one question to Chrome, for an element with a box of its own |
 * | `isDrawn` | is visible and not fully transparent |
 * | `isInView` | has a part in the window now |
 * | `canBeSeen` (can-be-seen.ts) | is a control that a person can see, after scrolling if need be |
 * | `isOutOfSight` (out-of-sight.ts) | is a field that cannot be seen even after scrolling to it |
 */

/** A person also sees inert parts, and many cards are clicked through a transparent layer. So neither matters. */
export function isShown(element: Element): boolean {
  return isRendered(element) && getComputedStyle(element).visibility === 'visible';
}

/** `visibility: hidden` does not count here: elements inside may still be shown. */
export function isRendered(element: Element): boolean {
  let at: Element | null = element;
  // An element without a box of its own (`display: contents`) is shown where its parent is.
  while (at && getComputedStyle(at).display === 'contents') at = renderedParent(at);
  return at !== null && own.checkVisibility(at);
}

export function isDrawn(element: Element): boolean {
  return own.checkVisibility(element, { visibilityProperty: true, opacityProperty: true });
}

export function rectOf(element: Element): DOMRect {
  return own.getBoundingClientRect(element);
}

/** A box of one pixel is invisible: trackers have one, and so has text for screen readers alone. */
export function isSpeck({ width, height }: DOMRect): boolean {
  return width <= 1 && height <= 1;
}

export function isInView(element: Element): boolean {
  const rect = rectOf(element);
  if (hasArea(rect)) return meetsWindow(rect);
  // The box is empty if the content floats, is positioned or has no wrapper. In that case the content decides.
  for (const part of contentRects(element)) if (hasArea(part) && meetsWindow(part)) return true;
  return false;
}

/** The more content a box without a size has, the longer Chrome takes to measure it. */
const MOST_PARTS = 100;

function* contentRects(element: Element): Generator<DOMRect> {
  const range = own.createRange(document);
  let parts = 0;
  for (const node of renderedNodes(element)) {
    parts += 1;
    if (parts > MOST_PARTS) return;
    if (node instanceof Element) yield rectOf(node);
    if (!(node instanceof Text)) continue;
    range.selectNode(node);
    yield range.getBoundingClientRect();
  }
}

export function hasArea({ width, height }: DOMRect): boolean {
  return width > 0 && height > 0;
}

function meetsWindow({ top, right, bottom, left }: DOMRect): boolean {
  return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
}
