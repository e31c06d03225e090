import { focusedElement } from '../dom/focused-element.ts';
import * as own from '../dom/own-properties.ts';
import { renderedParent } from '../dom/rendered-children.ts';
import { nextTicks } from '../gestures/ticks.ts';
import { tapKey } from '../keyboard/key-events.ts';
import { elementAt, type Point } from '../visibility/element-at-point.ts';
import type { Way } from './drag-way.ts';
import { moveDown, pointTo, pressDown, releaseAt, sendDrag } from './pointer.ts';

/** Libraries take a shorter way for a click. */
const THRESHOLD_PX = 6;
const STEPS = 12;
/** Libraries animate what makes room, and measure it again. */
const TICKS_BEFORE_RELEASE = 6;
const TICKS_AFTER_SCROLL = 4;

export interface Drag {
  /** Where it is pressed, and what is there. */
  start: Point;
  hit: Element;
  way: Way;
  signal: AbortSignal;
}

/** html5: the browser's own drag and drop, with data. pointer: what a page does with the moves of the mouse. */
export interface Dragged {
  via: 'html5' | 'pointer';
  /** Whether the place took the drop. Only of `html5`. */
  accepted?: boolean;
  /** The element to drop on has left the page on the way, so nothing was dropped. */
  isLost?: true;
}

/** Drags as a person with a mouse does: presses, moves on the way there, and releases. */
export async function dragByMouse({ start, hit, way, signal }: Drag): Promise<Dragged> {
  pointTo(hit, start);
  // A page that prevents the default of the mouse's press still gets its moves: jQuery UI drags in this way.
  const { pointer: withMouse, mouse: mayDragData } = pressDown(hit, start);
  const threshold = towards(start, way.end(), THRESHOLD_PX);
  await nextTicks(1);
  moveDown(hit, hit, threshold, withMouse);
  await nextTicks(1);
  const source = mayDragData ? draggableAt(hit) : null;
  if (source) {
    const data = new DataTransfer();
    // A page that prevents this drags by itself.
    if (sendDrag(source, 'dragstart', threshold, data)) {
      return { via: 'html5', ...(await dropWithData(source, data, { start, way, signal })) };
    }
  }
  if (way.bringIntoView()) await nextTicks(TICKS_AFTER_SCROLL);
  for (let step = 1; step <= STEPS && !way.isLost(); step += 1) {
    const point = between(start, way.end(), step / STEPS);
    moveDown(hit, elementAt(point) ?? hit, point, withMouse);
    await nextTicks(1);
    if (signal.aborted) break;
  }
  const last = way.end();
  moveDown(hit, elementAt(last) ?? hit, last, withMouse);
  await nextTicks(TICKS_BEFORE_RELEASE);
  if (way.isLost()) {
    // The way a person ends a drag without a drop.
    tapKey(focusedElement() ?? hit, 'Escape');
    moveDown(hit, elementAt(start) ?? hit, start, withMouse);
    releaseAt(hit, elementAt(start) ?? hit, start, withMouse);
    return { via: 'pointer', isLost: true };
  }
  releaseAt(hit, elementAt(last) ?? hit, last, withMouse);
  return { via: 'pointer' };
}

/** Chrome fires no events of the pointer while it drags data. */
async function dropWithData(
  source: Element,
  data: DataTransfer,
  { start, way, signal }: Pick<Drag, 'start' | 'way' | 'signal'>,
): Promise<Omit<Dragged, 'via'>> {
  let over: Element | null = null;
  let isTaken = false;
  let point = start;
  if (way.bringIntoView()) await nextTicks(TICKS_AFTER_SCROLL);
  for (let step = 1; step <= STEPS + 1 && !signal.aborted && !way.isLost(); step += 1) {
    point = between(start, way.end(), Math.min(1, step / STEPS));
    sendDrag(source, 'drag', point, data);
    const under = elementAt(point);
    if (under !== over) {
      if (under) sendDrag(under, 'dragenter', point, data, over);
      if (over) sendDrag(over, 'dragleave', point, data, under);
      over = under;
    }
    // A place that takes the data prevents the default, which is to refuse it.
    isTaken = under !== null && !sendDrag(under, 'dragover', point, data);
    await nextTicks(1);
  }
  isTaken &&= !way.isLost();
  if (over && isTaken) sendDrag(over, 'drop', point, data);
  else if (over) sendDrag(over, 'dragleave', point, data);
  sendDrag(source, 'dragend', point, data);
  return { accepted: isTaken, ...(way.isLost() ? { isLost: true } : {}) };
}

function draggableAt(element: Element): Element | null {
  for (let at: Element | null = element; at; at = renderedParent(at)) {
    if (at instanceof HTMLElement && own.draggable(at)) return at;
  }
  return null;
}

function between(from: Point, to: Point, part: number): Point {
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

function towards(from: Point, to: Point, px: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return between(from, to, length === 0 ? 0 : Math.min(1, px / length));
}
