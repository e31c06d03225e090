import { roleOf } from '../accessibility/accessible.ts';
import { known } from '../dom/known-element.ts';
import * as own from '../dom/own-properties.ts';
import { renderedParent } from '../dom/rendered-children.ts';
import { canBeSeen, drawingHost } from './can-be-seen.ts';
import { elementAt, isWithin } from './element-at-point.ts';

const FAINTEST = 0.05;
const SMALLEST_PX = 2;
const CUT_TO_NOTHING = /^(?:inset\((?:50|100)%|circle\(0(?:px|%)?\b|polygon\(0px 0px(?:, 0px 0px)*\))/;

/** Whether a field is still invisible after scrolling to it. */
export function isOutOfSight(element: Element): boolean {
  if (!canBeSeen(known(element), roleOf(element)) || isFaint(drawingHost(element) ?? element)) return true;
  const rect = own.getBoundingClientRect(element);
  if (rect.width <= SMALLEST_PX || rect.height <= SMALLEST_PX) return true;
  if (rect.right <= 0 || rect.bottom <= 0 || rect.left >= innerWidth || rect.top >= innerHeight) return true;
  // An element that the pointer hits is drawn. One that it does not hit may only be under a label.
  const middle = { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
  const hit = elementAt(middle);
  return !(hit && isWithin(hit, element)) && isClipped(element);
}

function isFaint(element: Element): boolean {
  let opacity = 1;
  for (let at: Element | null = element; at; at = renderedParent(at))
    opacity *= Number(getComputedStyle(at).opacity);
  return opacity < FAINTEST;
}

function isClipped(element: Element): boolean {
  for (let at: Element | null = element; at; at = renderedParent(at)) {
    const { clip, clipPath } = getComputedStyle(at);
    if (clip.startsWith('rect') || CUT_TO_NOTHING.test(clipPath)) return true;
    if (at !== element && isShutBox(at)) return true;
  }
  return false;
}

/** A box without room, which cuts off anything larger. The overflow of a body belongs to the window. */
function isShutBox(element: Element): boolean {
  if (element === own.body(document) || element === own.documentElement(document)) return false;
  const { overflowX, overflowY, display } = getComputedStyle(element);
  if (display === 'inline' || display === 'contents') return false;
  const [wide, high] = [own.clientWidth(element), own.clientHeight(element)];
  return (overflowX !== 'visible' && wide <= 1) || (overflowY !== 'visible' && high <= 1);
}
