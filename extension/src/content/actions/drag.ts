import { type NextStep, next, ProtocolError, param, step } from '@bproxy/shared';
import { roleOf } from '../accessibility/accessible.ts';
import * as own from '../dom/own-properties.ts';
import { actionPoint } from '../gestures/actionability.ts';
import { giveFocus, keyReceiver } from '../keyboard/give-focus.ts';
import { dragByKeys } from '../mouse/drag-by-keys.ts';
import { type Dragged, dragByMouse } from '../mouse/drag-by-mouse.ts';
import { grabbed, middleOf, wayBy, wayOnto } from '../mouse/drag-way.ts';
import { besideNow, inPage, placeOf, untilAtRest } from '../mouse/dragged-place.ts';
import { ElementNames, named } from '../targets/element-names.ts';
import { resolveTarget } from '../targets/resolve-target.ts';
import type { ContentHandler } from './handler.ts';

const LOST = 'The element to drop on left the page during the drag, so nothing was dropped.';

export const drag: ContentHandler<'drag'> = async ({ params }, acting) => {
  const { via = 'mouse', place = 'on', by, grab } = params;
  const { signal } = acting;
  const source = resolveTarget(params.from);
  const other = params.to ? resolveTarget(params.to) : null;
  if (other) own.scrollIntoView(other, { block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { waitedMs, ...found } = await actionPoint(source, signal);
  const { point: start, hit } = grab === undefined ? found : grabbed(source, grab);
  if (!other && by === undefined) throw toNowhere();
  const way = other ? wayOnto(other, place, source) : wayBy(by ?? '', start);
  const before = placeOf(source, hit);
  let how: Omit<Dragged, 'via'> & { via: Dragged['via'] | 'keyboard' };
  if (via === 'keyboard') {
    const receiver = keyReceiver(source);
    acting.announce(source);
    giveFocus(receiver);
    const to = inPage(way.end(), other ?? source);
    await dragByKeys({ now: () => inPage(middleOf(source), source), to, signal });
    how = { via: 'keyboard' };
  } else {
    acting.announce(source);
    how = await dragByMouse({ start, hit, way, signal });
  }
  await untilAtRest(source, signal);
  const { stable, elapsed } = await acting.settled();
  const moved = own.isConnected(source) ? placeOf(source, hit) !== before : true;
  if (!moved) acting.note({ hint: notMoved(source, hit) });
  const { isLost, ...done } = how;
  const landed = other && besideNow(source, other);
  return {
    dragged: true,
    moved,
    ...done,
    from: named(source),
    ...(other && own.isConnected(other) ? { to: named(other) } : {}),
    ...(landed ? { landed } : {}),
    ...(isLost ? { reason: LOST } : {}),
    stable,
    elapsed: elapsed + waitedMs + acting.waitedMs,
  };
};

const NOT_MOVED = next`Nothing has moved. Some lists are sorted only by keys: repeat with ${param({ via: 'keyboard' })}. Others have a handle of their own to drag by: ${step('snapshot')} shows it.`;

const NOT_DRAWN = next`The picture has not changed. ${param({ grab: 'X,Y' })} presses at another point of it.`;

/** What helps where nothing has moved. */
function notMoved(source: Element, hit: Element): NextStep {
  if (hit instanceof HTMLCanvasElement) return NOT_DRAWN;
  const slider = [hit, source].find((element) => roleOf(element) === 'slider');
  const target = slider && new ElementNames().targetOf(slider);
  if (!target) return NOT_MOVED;
  const fill = step('fill', { target, value: 'VALUE', method: 'paste', world: 'isolated' });
  return next`Nothing has moved. This slider follows only a real pointer. ${fill} sets its value.`;
}

function toNowhere(): ProtocolError {
  return new ProtocolError('BAD_REQUEST', {
    message: 'A drag needs an element to go to, or a distance.',
    suggestedAction: 'Name one of them.',
    details: { issues: [{ path: 'params.to', message: 'is missing, and so is params.by' }] },
  });
}
