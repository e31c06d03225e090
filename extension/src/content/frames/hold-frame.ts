import type { Barrier, FrameInParent, Held, Obstacle, Point } from '../../content-messages.ts';
import { known } from '../dom/known-element.ts';
import * as own from '../dom/own-properties.ts';
import { isInert } from '../gestures/actionability.ts';
import { openRoots } from '../looking/open-roots.ts';
import { identify } from '../targets/element-names.ts';
import { elementAt } from '../visibility/element-at-point.ts';
import { modalBefore } from '../visibility/open-modal.ts';
import { type Frame, isFrame } from './found-frames.ts';
import { couldShow } from './placed-frames.ts';
import { hereInParent, isFramed } from './way-up.ts';

/** Whether a person could use this frame of the page, and whether a pointer at the point would get into it. */
export function holdFrame(child: FrameInParent, point?: Point): Held {
  const frame = elementOf(child);
  if (!frame) return refused('unplaced');
  const rect = own.getBoundingClientRect(frame);
  if (!known(frame).isVisible) return refused('hidden', frame);
  if (rect.width <= 0 || rect.height <= 0) return refused('no-size', frame);
  if (isInert(frame))
    return { barrier: { obstacle: 'inert', details: { ...inFrame(frame), ...modalBefore(frame) } } };
  if (!point) return passed();
  const at = pointHere(frame, rect, child, point);
  if (at.x < 0 || at.y < 0 || at.x >= innerWidth || at.y >= innerHeight) return refused('off-screen', frame);
  const hit = elementAt(at);
  if (hit === frame) return passed(at);
  if (getComputedStyle(frame).pointerEvents === 'none') return refused('pointer-events', frame);
  const coveredBy = hit ? { coveredBy: identify(hit) } : {};
  return { barrier: { obstacle: 'covered', details: { ...inFrame(frame), ...coveredBy } } };
}

function passed(point?: Point): Held {
  return { ...(point ? { point } : {}), ...(isFramed() ? { here: hereInParent() } : {}) };
}

function refused(obstacle: Obstacle, frame?: Frame): { barrier: Barrier } {
  return { barrier: { obstacle, details: frame ? inFrame(frame) : {} } };
}

/** The obstacle is not at the element itself, but at the frame around it. */
function inFrame(frame: Frame): object {
  return { atFrame: identify(frame) };
}

function elementOf(child: FrameInParent): Frame | undefined {
  const frames = [...openRoots()].flatMap((root) =>
    [...own.querySelectorAll(root, 'iframe, frame, object')].filter(isFrame),
  );
  if (child.index >= 0) {
    const shown: unknown = window[child.index];
    return frames.find(({ contentWindow }) => contentWindow !== null && contentWindow === shown);
  }
  const windows = new Set(Array.from({ length: window.length }, (_, index) => window[index]));
  const inShadow = frames.filter(
    ({ contentWindow }) => contentWindow !== null && !windows.has(contentWindow),
  );
  const [found, another] = inShadow.filter((frame) => couldShow(frame, child));
  return another ? undefined : found;
}

/** The content box of the element shows the whole window of the frame. Both may be scaled. */
function pointHere(frame: Frame, rect: DOMRect, { width, height }: FrameInParent, point: Point): Point {
  const style = getComputedStyle(frame);
  const edges = (sides: readonly string[]) =>
    sides.map((side) => Number.parseFloat(style.getPropertyValue(side)) || 0);
  const [left = 0, right = 0] = sums(
    edges(['border-left-width', 'padding-left', 'border-right-width', 'padding-right']),
  );
  const [top = 0, bottom = 0] = sums(
    edges(['border-top-width', 'padding-top', 'border-bottom-width', 'padding-bottom']),
  );
  const scale = { x: rect.width / (width + left + right), y: rect.height / (height + top + bottom) };
  return { x: rect.left + (left + point.x) * scale.x, y: rect.top + (top + point.y) * scale.y };
}

function sums([first = 0, second = 0, third = 0, fourth = 0]: readonly number[]): number[] {
  return [first + second, third + fourth];
}
