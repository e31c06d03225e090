import type { ActionParams } from '@bproxy/shared';
import * as own from '../dom/own-properties.ts';
import { beforeNextLook, endOfLooking, nextTicks } from '../gestures/ticks.ts';
import { resolveTarget } from '../targets/resolve-target.ts';
import type { ContentHandler } from './handler.ts';

/** A part of what was on the screen stays there, so that a reader does not lose the line. */
const PART_OF_VIEW = 0.85;
const LONGEST_MS = 2_500;
const EQUAL_LOOKS = 2;

export const scroll: ContentHandler<'scroll'> = async ({ params, deadline }, { announce }) => {
  const { target } = params;
  // Exactly this one: which other container was meant would be a guess.
  const element = target
    ? resolveTarget(target)
    : (own.scrollingElement(document) ?? own.documentElement(document));
  const before = positionOf(element);
  announce();
  // `instant`: a page's `scroll-behavior: smooth` would draw the way there frame by frame, and stop where
  // frames do. Its listeners, its snap points and its own animations run all the same, and are waited for.
  own.scrollBy(element, { top: distance(element, params), behavior: 'instant' });
  const { position, stable } = await rest(element, endOfLooking(LONGEST_MS, deadline));
  return {
    target: target ? 'element' : 'viewport',
    before,
    after: position,
    scrolledPx: position - before,
    moved: position !== before,
    stable,
    scrollHeight: own.scrollHeight(element),
    clientHeight: own.clientHeight(element),
  };
};

/** Down is positive. A direction decides the way alone; only without one does the sign of `by`. */
function distance(element: Element, { by = 'viewport', direction }: ActionParams['scroll']): number {
  const signed = by === 'viewport' ? visibleHeight(element) * PART_OF_VIEW : Number.parseInt(by, 10);
  const length = Math.round(signed);
  if (direction === undefined) return length;
  return direction === 'up' ? -Math.abs(length) : Math.abs(length);
}

/** Of a container that is higher than the window, no more than the window can be seen. */
function visibleHeight(element: Element): number {
  return Math.min(own.clientHeight(element), window.innerHeight);
}

async function rest(element: Element, end: number): Promise<{ position: number; stable: boolean }> {
  // A page hears of a scroll when the next frame is drawn.
  let position = positionOf(element);
  await nextTicks(2);
  let equal = 0;
  while (equal < EQUAL_LOOKS && Date.now() < end) {
    await beforeNextLook();
    // An element that has left the page answers 0 from then on: nobody saw that as a movement.
    if (!own.isConnected(element)) return { position, stable: false };
    const now = positionOf(element);
    equal = now === position ? equal + 1 : 0;
    position = now;
  }
  return { position, stable: equal >= EQUAL_LOOKS };
}

/** Zoomed pages stand between pixels. */
function positionOf(element: Element): number {
  return Math.round(own.scrollTop(element)) || 0;
}
