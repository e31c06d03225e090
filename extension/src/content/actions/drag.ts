import { type ActionParams, next, ProtocolError, param, step } from '@bproxy/shared';
import * as own from '../dom/own-properties.ts';
import { actionPoint } from '../gestures/actionability.ts';
import { nextTicks } from '../gestures/ticks.ts';
import { giveFocus, keyReceiver } from '../keyboard/give-focus.ts';
import { dragByKeys } from '../mouse/drag-by-keys.ts';
import { type Dragged, dragByMouse } from '../mouse/drag-by-mouse.ts';
import { named } from '../targets/element-names.ts';
import { resolveTarget } from '../targets/resolve-target.ts';
import type { Point } from '../visibility/element-at-point.ts';
import type { ContentHandler } from './handler.ts';

/** Where on the other element it is dropped, as parts of its length. */
const PARTS = { before: 0.15, on: 0.5, after: 0.85 } as const;

export const drag: ContentHandler<'drag'> = async ({ params }, acting) => {
  const { via = 'mouse', place = 'on' } = params;
  const source = resolveTarget(params.from);
  const other = params.to ? resolveTarget(params.to) : null;
  if (other) own.scrollIntoView(other, { block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { point: start, hit, waitedMs } = await actionPoint(source, acting.signal);
  const end = endOf(params, other, start, place, source);
  const before = placeOfElement(source);
  let how: Omit<Dragged, 'via'> & { via: Dragged['via'] | 'keyboard' };
  if (via === 'keyboard') {
    const receiver = keyReceiver(source);
    acting.announce(source);
    giveFocus(receiver);
    await dragByKeys({ now: () => middleOf(source), to: end(), signal: acting.signal });
    how = { via: 'keyboard' };
  } else {
    acting.announce(source);
    how = await dragByMouse({ start, hit, end, signal: acting.signal });
  }
  await nextTicks(2);
  const { stable, elapsed } = await acting.settled();
  const moved = own.isConnected(source) ? placeOfElement(source) !== before : true;
  if (!moved) acting.note({ hint: NOT_MOVED });
  return {
    dragged: true,
    moved,
    ...how,
    from: named(source),
    ...(other && own.isConnected(other) ? { to: named(other) } : {}),
    stable,
    elapsed: elapsed + waitedMs + acting.waitedMs,
  };
};

const NOT_MOVED = next`Nothing has moved. Some lists are sorted only by keys: repeat with ${param({ via: 'keyboard' })}. Others have a handle of their own to drag by: ${step('snapshot')} shows it.`;

/** The end of the way. A page may make room while it is dragged, so it is asked for again. */
function endOf(
  { by }: ActionParams['drag'],
  other: Element | null,
  start: Point,
  place: keyof typeof PARTS,
  source: Element,
): () => Point {
  if (other) {
    const fixed = pointOn(other, place, source);
    return () => fixed;
  }
  const [x = 0, y = 0] = (by ?? '').split(',').map(Number);
  if (!by) {
    throw new ProtocolError('BAD_REQUEST', {
      message: 'A drag needs an element to go to, or a distance.',
      suggestedAction: 'Name one of them.',
      details: { issues: [{ path: 'params.to', message: 'is missing, and so is params.by' }] },
    });
  }
  return () => ({ x: start.x + x, y: start.y + y });
}

/** Before and after are meant along the way in which the two lie. */
function pointOn(element: Element, place: keyof typeof PARTS, source: Element): Point {
  const rect = own.getBoundingClientRect(element);
  const from = middleOf(source);
  const isBeside =
    Math.abs(from.x - (rect.x + rect.width / 2)) > Math.abs(from.y - (rect.y + rect.height / 2));
  const part = PARTS[place];
  return {
    x: rect.x + rect.width * (isBeside ? part : 0.5),
    y: rect.y + rect.height * (isBeside ? 0.5 : part),
  };
}

function middleOf(element: Element): Point {
  const { x, y, width, height } = own.getBoundingClientRect(element);
  return { x: x + width / 2, y: y + height / 2 };
}

const places = new WeakMap<Element, number>();
let known = 0;

function numberOf(element: Element | null): number {
  if (!element) return 0;
  const number = places.get(element) ?? ++known;
  places.set(element, number);
  return number;
}

/** The parent, the order in it, and the place on the page: any of them changes when it is moved. */
function placeOfElement(element: Element): string {
  const { x, y } = own.getBoundingClientRect(element);
  const at = [Math.round(x + window.scrollX), Math.round(y + window.scrollY)];
  return [numberOf(own.parentElement(element)), numberOf(own.previousElementSibling(element)), ...at].join();
}
