import * as own from '../dom/own-properties.ts';
import { sleep } from '../page-clock.ts';
import { endTransitions } from './transitions.ts';

/** Where there are no ticks, only tasks can change the page: some of them run in this time. */
const WITHOUT_TICKS_MS = 4;

/**
 * A tick is an animation frame. Resolves with true after this many ticks. It resolves with false in a background tab,
 * which has none, after a short time, and in a tab that takes more than 100 ms for each.
 */
export async function nextTicks(count: number): Promise<boolean> {
  if (own.hidden(document)) {
    await sleep(WITHOUT_TICKS_MS * count);
    endTransitions();
    return false;
  }
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), 100 * count);
    const step = (left: number) => {
      if (left > 0) requestAnimationFrame(() => step(left - 1));
      else {
        clearTimeout(timer);
        resolve(true);
      }
    };
    step(count);
  });
}

/** Jittered, so that a page sees no regular interval. */
const LOOK_MS = { min: 60, max: 110 };
/** The time that the answer needs to travel. */
const ANSWER_MS = 600;

export async function beforeNextLook(): Promise<void> {
  await sleep(LOOK_MS.min + Math.random() * (LOOK_MS.max - LOOK_MS.min));
  if (own.hidden(document)) endTransitions();
}

/** When to stop looking: after this long, and always while the request can still be answered. */
export function endOfLooking(longestMs: number, deadline: number): number {
  return Math.min(Date.now() + longestMs, deadline - ANSWER_MS);
}
