import * as own from '../dom/own-properties.ts';
import { renderedParent } from '../dom/rendered-children.ts';
import { renderedNodes } from '../dom/rendered-walk.ts';

/**
 * Whether the page shows the element, in the window or outside. `inert`, `aria-hidden` and `opacity` do not
 * matter: a person sees what is inert, and transparent layers are what many cards are clicked by.
 */
export function isShown(element: Element): boolean {
  return isRendered(element) && getComputedStyle(element).visibility === 'visible';
}

/** As `isShown`, but `visibility: hidden` does not count: what is below may show all the same. */
export function isRendered(element: Element): boolean {
  let at: Element | null = element;
  // What has no box of its own (`display: contents`) shows where its parent does.
  while (at && getComputedStyle(at).display === 'contents') at = renderedParent(at);
  return at !== null && own.checkVisibility(at);
}

export function rectOf(element: Element): DOMRect {
  return own.getBoundingClientRect(element);
}

/** Nobody sees a box of a pixel: trackers have it, and text that is for screen readers alone. */
export function isSpeck({ width, height }: DOMRect): boolean {
  return width <= 1 && height <= 1;
}

/** Whether a part of the element is in the window now. */
export function isInView(element: Element): boolean {
  const rect = rectOf(element);
  if (hasArea(rect)) return meetsWindow(rect);
  // Empty where the content floats, is positioned or has no wrapper box: then that content decides.
  for (const part of contentRects(element)) if (hasArea(part) && meetsWindow(part)) return true;
  return false;
}

/** Chrome takes the longer for a box without a size the more is inside it. */
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

function hasArea({ width, height }: DOMRect): boolean {
  return width > 0 && height > 0;
}

function meetsWindow({ top, right, bottom, left }: DOMRect): boolean {
  return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
}
