import { ProtocolError } from '@bproxy/shared';
import type { PageResult } from '../../content-messages.ts';
import { roleOf } from '../accessibility/accessible.ts';
import { attributeOf } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';
import type { Acting } from '../gestures/acting.ts';
import { refuseUnusable } from '../gestures/actionability.ts';
import { nextTicks } from '../gestures/ticks.ts';
import { tapKey } from '../keyboard/key-events.ts';

const MOST_ROUNDS = 60;
const MOST_PRESSES = 1_000;

/** A slider that the page draws itself: it exposes its value, and the arrow keys move it. */
export function isDrawnSlider(element: Element): element is HTMLElement {
  return (
    element instanceof HTMLElement &&
    !(element instanceof HTMLInputElement) &&
    roleOf(element) === 'slider' &&
    attributeOf(element, 'aria-valuenow') !== null
  );
}

/** Moves the slider as a person with a keyboard would, by as many presses as its steps need. */
export async function moveSlider(
  slider: HTMLElement,
  asked: string,
  { announce, signal }: Acting,
): Promise<PageResult<'fill'>> {
  refuseUnusable(slider);
  const wanted = Number(asked);
  if (asked.trim() === '' || !Number.isFinite(wanted)) throw notANumber(slider, asked);
  announce(slider);
  own.focus(slider, { preventScroll: true });
  let step = 0;
  for (let round = 0; round < MOST_ROUNDS && positionOf(slider) !== wanted; round += 1) {
    const before = positionOf(slider);
    const presses = step === 0 ? 1 : Math.floor(Math.abs((wanted - before) / step) + 0.01);
    if (presses === 0) break;
    const key = wanted > before ? 'ArrowRight' : 'ArrowLeft';
    for (let press = 0; press < Math.min(presses, MOST_PRESSES); press += 1) tapKey(slider, key);
    await nextTicks(2);
    signal.throwIfAborted();
    const moved = Math.abs(positionOf(slider) - before);
    if (moved === 0) break;
    step = step === 0 ? moved : Math.min(step, moved);
  }
  const held = positionOf(slider);
  if (held === wanted) return { filled: true, verifiedValue: String(held) };
  const limits = ['min', 'max'].map(
    (name) => `${name} ${attributeOf(slider, `aria-value${name}`) ?? 'unknown'}`,
  );
  const reason = `The arrow keys took the slider no nearer to it (${limits.join(', ')}).`;
  return { filled: false, verifiedValue: String(held), reason };
}

function positionOf(slider: Element): number {
  return Number(attributeOf(slider, 'aria-valuenow'));
}

function notANumber(slider: Element, asked: string): ProtocolError {
  const [min, max] = ['aria-valuemin', 'aria-valuemax'].map((name) => attributeOf(slider, name));
  return new ProtocolError('ELEMENT_NOT_ACTIONABLE', {
    message: `A slider takes a number, not ${JSON.stringify(asked.slice(0, 80))}.`,
    suggestedAction: 'Give a number between details.min and details.max.',
    details: { reason: 'not-a-number', min, max },
  });
}
