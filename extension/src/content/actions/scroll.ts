import type { ForwardedParams } from '@bproxy/shared';
import * as own from '../dom/own-properties.ts';
import { beforeNextLook, endOfLooking, nextTicks } from '../gestures/ticks.ts';
import { resolveTarget } from '../targets/resolve-target.ts';
import type { ContentHandler } from './handler.ts';

/** A part of the old view stays on the screen, so that a reader does not lose the line. */
const PART_OF_VIEW = 0.85;
const LONGEST_MS = 2_500;
const EQUAL_LOOKS = 2;

export const scroll: ContentHandler<'scroll'> = async ({ params, deadline }, { announce, signal }) => {
  const { target } = params;
  // Exactly this container: picking another one would be a guess.
  const element = target
    ? resolveTarget(target)
    : (own.scrollingElement(document) ?? own.documentElement(document));
  const before = positionOf(element);
  announce(element);
  // `instant`: a page's `scroll-behavior: smooth` would animate the way there tick by tick, and stop where ticks do.
  // The page's listeners, snap points and own animations still run, and bproxy waits for them.
  own.scrollBy(element, { top: distance(element, params), behavior: 'instant' });
  if (own.hidden(document) && positionOf(element) !== before) tellScrolled(element);
  const { position, stable } = await rest(element, endOfLooking(LONGEST_MS, deadline), signal);
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

/** Chrome sends this event with the next tick, which a background tab does not have. */
function tellScrolled(element: Element): void {
  const isPage = element === own.scrollingElement(document);
  const target: EventTarget = isPage ? document : element;
  own.dispatchEvent(target, new Event('scroll', { bubbles: isPage }));
}

/** Down is positive. A direction alone decides the way. The sign of `by` counts only without one. */
function distance(element: Element, { by = 'viewport', direction }: ForwardedParams<'scroll'>): number {
  const signed = by === 'viewport' ? visibleHeight(element) * PART_OF_VIEW : Number.parseInt(by, 10);
  const length = Math.round(signed);
  if (direction === undefined) return length;
  return direction === 'up' ? -Math.abs(length) : Math.abs(length);
}

/** A container that is higher than the window shows no more than the window. */
function visibleHeight(element: Element): number {
  return Math.min(own.clientHeight(element), window.innerHeight);
}

async function rest(
  element: Element,
  end: number,
  signal: AbortSignal,
): Promise<{ position: number; stable: boolean }> {
  // A page gets the scroll event with the next tick.
  let position = positionOf(element);
  await nextTicks(2);
  let equal = 0;
  while (equal < EQUAL_LOOKS && Date.now() < end && !signal.aborted) {
    await beforeNextLook();
    // An element that has left the page reports 0 from then on, which is not a visible movement.
    if (!own.isConnected(element)) return { position, stable: false };
    const now = positionOf(element);
    equal = now === position ? equal + 1 : 0;
    position = now;
  }
  return { position, stable: equal >= EQUAL_LOOKS };
}

/** Zoomed pages scroll to fractions of pixels. */
function positionOf(element: Element): number {
  return Math.round(own.scrollTop(element)) || 0;
}
