import * as own from '../dom/own-properties.ts';
import { renderedParent } from '../dom/rendered-children.ts';
import { drawingOf } from '../effects/drawing.ts';
import { nextTicks } from '../gestures/ticks.ts';
import type { Point } from '../visibility/element-at-point.ts';
import { middleOf } from './drag-way.ts';

const TICKS_AT_REST = 3;
/** Two seconds. Libraries let the element glide to its new place, or back to its old one. */
const MOST_TICKS = 120;

/** Waits until the element stays where it is. */
export async function untilAtRest(element: Element, signal: AbortSignal): Promise<void> {
  let before = exactPlace(element);
  let still = 0;
  for (let tick = 0; tick < MOST_TICKS && still < TICKS_AT_REST && !signal.aborted; tick += 1) {
    await nextTicks(1);
    const now = exactPlace(element);
    still = now === before ? still + 1 : 0;
    before = now;
  }
}

function exactPlace(element: Element): string {
  const { x, y } = own.getBoundingClientRect(element);
  return `${x} ${y}`;
}

/** What a drag changes: the parent, the order in it, the place on the page, and what a canvas shows. */
export function placeOf(element: Element, hit: Element): string {
  const { x, y } = inPage(middleOf(element), element);
  return [
    numberOf(own.parentElement(element)),
    numberOf(own.previousElementSibling(element)),
    Math.round(x),
    Math.round(y),
    hit instanceof HTMLCanvasElement ? drawingOf(hit) : '',
  ].join();
}

/** The point as seen from the page and everything in it that scrolls, because scrolling moves nothing. */
export function inPage({ x, y }: Point, element: Element): Point {
  const place = { x, y };
  for (let at = renderedParent(element); at; at = renderedParent(at)) {
    place.x += own.scrollLeft(at);
    place.y += own.scrollTop(at);
  }
  return place;
}

const numbers = new WeakMap<Element, number>();
let known = 0;

function numberOf(element: Element | null): number {
  if (!element) return 0;
  const number = numbers.get(element) ?? ++known;
  numbers.set(element, number);
  return number;
}

/** Where the element is now, seen from the other one. Undefined if one of them has left the page. */
export function besideNow(element: Element, other: Element): 'before' | 'after' | 'inside' | undefined {
  if (element === other || !own.isConnected(element) || !own.isConnected(other)) return undefined;
  const order = own.compareDocumentPosition(other, element);
  if (order & Node.DOCUMENT_POSITION_CONTAINED_BY) return 'inside';
  if (order & Node.DOCUMENT_POSITION_CONTAINS) return undefined;
  return order & Node.DOCUMENT_POSITION_FOLLOWING ? 'after' : 'before';
}
