import { ProtocolError } from '@bproxy/shared';
import type { Obstacle, Point } from '../../content-messages.ts';
import { isDisabled, roleOf } from '../accessibility/accessible.ts';
import { attributeOf, hostOf } from '../dom/element-facts.ts';
import { known } from '../dom/known-element.ts';
import * as own from '../dom/own-properties.ts';
import { renderedParent } from '../dom/rendered-children.ts';
import { barrierAbove, isFramed } from '../frames/way-up.ts';
import { identify } from '../targets/element-names.ts';
import { elementAt, isWithin } from '../visibility/element-at-point.ts';
import { isBehindNativeModal, modalBefore } from '../visibility/open-modal.ts';
import { isActionable } from './actionable.ts';
import { nextTicks } from './ticks.ts';

/** Sticky headers and footers cover an element that is scrolled to an edge. Another alignment may free it. */
const ALIGNMENTS = ['center', 'end', 'start'] as const;
const MOST_LOOKS_WHILE_MOVING = 20;
/** One second: even a busy computer draws within it. */
const LOOKS_WITHOUT_FRAMES = 10;

export interface ActionPoint {
  point: Point;
  hit: Element;
  /** Milliseconds until the element stopped moving. */
  waitedMs: number;
}

/** The point on the screen where a person would put the pointer to use the element. Throws with the obstacle. */
export async function actionPoint(element: Element, signal: AbortSignal): Promise<ActionPoint> {
  const started = performance.now();
  refuseUnusable(element);
  let last: Covered = { obstacle: 'off-screen', details: {} };
  for (const [attempt, block] of ALIGNMENTS.entries()) {
    const isHere = attempt === 0 && isMiddleInWindow(element);
    // A frame may itself be out of view. Then this scrolls the pages around it.
    if (!isHere || isFramed()) {
      const to = isHere ? 'nearest' : block;
      own.scrollIntoView(element, { block: to, inline: 'nearest', behavior: 'instant' });
      await nextTicks(1);
    }
    await untilStill(element, signal);
    const waitedMs = Math.round(performance.now() - started);
    const found = freePoint(element);
    const seen = 'point' in found && isFramed() ? await throughFrames(element, found.point) : found;
    if ('point' in seen) return { ...seen, waitedMs };
    last = seen;
  }
  throw notActionable(last.obstacle, last.details);
}

/** The page may move the element while the pages around its frame are asked. */
async function throughFrames(element: Element, point: Point): Promise<Free | Covered> {
  const barrier = await barrierAbove(point);
  if (barrier) return barrier;
  const now = freePoint(element);
  const isSame = 'point' in now && now.point.x === point.x && now.point.y === point.y;
  return isSame || !('point' in now) ? now : { obstacle: 'moving', details: {} };
}

/** For elements that are used without a pointer: fields and selects. */
export function refuseUnusable(element: Element): void {
  if (!known(element).isVisible) throw notActionable('hidden');
  const { width, height } = own.getBoundingClientRect(element);
  if (width <= 0 || height <= 0) throw notActionable('no-size');
  if (isDisabled(element)) throw notActionable('disabled');
  if (isInert(element)) throw notActionable('inert', modalBefore(element));
}

export function isInert(element: Element): boolean {
  for (let at: Element | null = element; at; at = renderedParent(at)) {
    if (attributeOf(at, 'inert') !== null) return true;
  }
  return isBehindNativeModal(element);
}

export function notActionable(obstacle: Obstacle, details: object = {}): ProtocolError {
  return new ProtocolError('ELEMENT_NOT_ACTIONABLE', {
    message: WORDS[obstacle],
    details: { reason: obstacle, ...details },
  });
}

const WORDS: Record<Obstacle, string> = {
  hidden: 'The element is not visible.',
  'no-size': 'The element has no size: there is nothing to point at.',
  disabled: 'The element is disabled.',
  inert: 'The element is in a part of the page that is switched off (inert).',
  moving: 'The element does not come to rest.',
  covered: 'Another element covers it.',
  'pointer-events': 'The page lets no pointer reach the element (pointer-events: none).',
  'off-screen': 'The element cannot be scrolled into view.',
  unplaced: 'bproxy does not know which element of the page shows the frame, so something may cover it.',
};

/**
 * A moving element is not clicked, because the pointer would hit something else. Nothing moves between two ticks, so a
 * look proves something only after a tick. A tab without ticks for a long time moves nothing.
 */
async function untilStill(element: Element, signal: AbortSignal): Promise<void> {
  let before = placeOf(element);
  let undrawn = 0;
  for (let look = 0; look < MOST_LOOKS_WHILE_MOVING; look += 1) {
    undrawn = (await nextTicks(1)) ? 0 : undrawn + 1;
    signal.throwIfAborted();
    const now = placeOf(element);
    const hasTold = undrawn === 0 || undrawn >= LOOKS_WITHOUT_FRAMES || own.hidden(document);
    if (now === before && hasTold) return;
    before = now;
  }
  throw notActionable('moving');
}

function placeOf(element: Element): string {
  const { x, y, width, height } = own.getBoundingClientRect(element);
  return [x, y, width, height].map((value) => Math.round(value * 10)).join();
}

type Free = Pick<ActionPoint, 'point' | 'hit'>;
type Covered = { obstacle: Obstacle; details: object };

function freePoint(element: Element): Free | Covered {
  let cover: Element | null = null;
  let seen = false;
  for (const point of pointsOn(element)) {
    if (!isInWindow(point)) continue;
    seen = true;
    const hit = elementAt(point);
    if (hit && reaches(hit, element)) return { point, hit };
    cover ??= hit;
  }
  if (!seen) return { obstacle: 'off-screen', details: {} };
  if (getComputedStyle(element).pointerEvents === 'none') return { obstacle: 'pointer-events', details: {} };
  return { obstacle: 'covered', details: cover ? { coveredBy: identify(cover) } : {} };
}

/** The middle first, then the middles of its quarters. For an anchor over two lines, its first line. */
function pointsOn(element: Element): Point[] {
  const box = [...own.getClientRects(element)].find(({ width, height }) => width > 0 && height > 0);
  if (!box) return [];
  const at = (left: number, top: number) => ({
    x: box.left + box.width * left,
    y: box.top + box.height * top,
  });
  return [at(0.5, 0.5), at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
}

export function isInWindow({ x, y }: Point): boolean {
  return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
}

function isMiddleInWindow(element: Element): boolean {
  const [middle] = pointsOn(element);
  return middle !== undefined && isInWindow(middle) && elementAt(middle) !== null;
}

/** HTML lets these elements keep a click to themselves, even inside a label. */
const KEEPS_CLICKS =
  'a[href], button, input, select, textarea, summary, iframe, object, embed, audio[controls], video[controls], [role="button"], [role="link"], [contenteditable]';

/** A click on a part of the element reaches it, and so does a click on the label of a field. */
function reaches(hit: Element, element: Element): boolean {
  if (isWithin(hit, element) || passesTo(hit, element)) return true;
  const label = own.closest(hit, 'label');
  if (!(label instanceof HTMLLabelElement) || label.control !== element) return false;
  const other = own.closest(hit, KEEPS_CLICKS);
  return other === null || !own.contains(label, other);
}

/** The pointer goes through the icon or the words of a control, and the control is the target. */
function passesTo(hit: Element, element: Element): boolean {
  if (getComputedStyle(element).pointerEvents !== 'none') return false;
  if (isOperated(element)) return hostTakesFor(hit, element);
  let control = renderedParent(element);
  while (control && !isOperated(control)) control = renderedParent(control);
  return control !== null && isWithin(hit, control) && !isDisabled(control);
}

/** A component may catch the pointer itself for the control inside it. */
function hostTakesFor(hit: Element, control: Element): boolean {
  const host = hostOf(control);
  if (!host || isDisabled(host)) return false;
  let at: Element | null = hit;
  while (at && at !== host && !isOperated(at)) at = renderedParent(at);
  return at === host;
}

function isOperated(element: Element): boolean {
  return isActionable(known(element), roleOf(element));
}
