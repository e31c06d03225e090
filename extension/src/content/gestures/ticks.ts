/**
 * A tick is an animation frame. Resolves with true after this many ticks, and with false in a tab that takes more than
 * 100 ms for each: a background tab has none at all.
 */
export function nextTicks(count: number): Promise<boolean> {
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
const ANSWER_MS = 300;

export function beforeNextLook(): Promise<void> {
  const wait = LOOK_MS.min + Math.random() * (LOOK_MS.max - LOOK_MS.min);
  return new Promise((resolve) => setTimeout(resolve, wait));
}

/** When to stop looking: after this long, and always while the request can still be answered. */
export function endOfLooking(longestMs: number, deadline: number): number {
  return Math.min(Date.now() + longestMs, deadline - ANSWER_MS);
}
