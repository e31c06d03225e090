import { type ActionParams, ProtocolError } from '@bproxy/shared';
import * as own from '../dom/own-properties.ts';
import { isInWindow, notActionable, refuseUnusable } from '../gestures/actionability.ts';
import { identify } from '../targets/element-names.ts';
import { elementAt, isWithin, type Point } from '../visibility/element-at-point.ts';

/** Where a drag goes to. */
export interface Way {
  /** The place where it ends. It stays the same although a list makes room there. */
  end(): Point;
  /** Scrolls to an end that is outside of the window, as a wheel does during a drag. Returns whether it had to. */
  bringIntoView(): boolean;
  /** The element to drop on has left the page. */
  isLost(): boolean;
}

type Place = NonNullable<ActionParams['drag']['place']>;

/** Where on the other element it is dropped, as parts of its length. */
const PARTS: Record<Place, number> = { before: 0.15, on: 0.5, after: 0.85 };

/** Throws if a drop there would not be on the other element. */
export function wayOnto(other: Element, place: Place, source: Element): Way {
  refuseUnusable(other);
  // Before and after are meant along the way in which the two lie, as they lie at first.
  const [from, to] = [middleOf(source), middleOf(other)];
  const isBeside = Math.abs(from.x - to.x) > Math.abs(from.y - to.y);
  const pointNow = () => pointOn(other, PARTS[place], isBeside);
  let point = pointNow();
  const under = isInWindow(point) ? elementAt(point) : other;
  if (!under || !(isWithin(under, other) || isWithin(under, source))) {
    throw notActionable('covered', { end: 'to', ...(under ? { coveredBy: identify(under) } : {}) });
  }
  return {
    end: () => point,
    bringIntoView() {
      if (isInWindow(point)) return false;
      own.scrollIntoView(other, { block: 'center', inline: 'center', behavior: 'instant' });
      point = pointNow();
      return true;
    },
    isLost: () => !own.isConnected(other),
  };
}

export function wayBy(by: string, start: Point): Way {
  const [x = 0, y = 0] = by.split(',').map(Number);
  const end = { x: start.x + x, y: start.y + y };
  return { end: () => end, bringIntoView: () => false, isLost: () => false };
}

/** The point of an element at which a caller wants to grab it. Throws if that is not on the element. */
export function grabbed(source: Element, at: string): { point: Point; hit: Element } {
  const [right = 0, down = 0] = at.split(',').map(Number);
  const { x, y, width, height } = own.getBoundingClientRect(source);
  if (right >= width || down >= height) {
    const size = `${Math.round(width)} by ${Math.round(height)} pixels`;
    throw new ProtocolError('BAD_REQUEST', {
      message: `The point to grab is outside of the element, which has ${size}.`,
      details: { issues: [{ path: 'params.grab', message: `is not within ${size}` }] },
    });
  }
  const point = { x: x + right, y: y + down };
  if (!isInWindow(point)) throw notActionable('off-screen');
  const hit = elementAt(point);
  if (hit && isWithin(hit, source)) return { point, hit };
  throw notActionable('covered', hit ? { coveredBy: identify(hit) } : {});
}

function pointOn(element: Element, part: number, isBeside: boolean): Point {
  const { x, y, width, height } = own.getBoundingClientRect(element);
  return { x: x + width * (isBeside ? part : 0.5), y: y + height * (isBeside ? 0.5 : part) };
}

export function middleOf(element: Element): Point {
  const { x, y, width, height } = own.getBoundingClientRect(element);
  return { x: x + width / 2, y: y + height / 2 };
}
