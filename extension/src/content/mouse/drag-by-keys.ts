import { nextTicks } from '../gestures/ticks.ts';
import { keyOf } from '../keyboard/key-table.ts';
import { pressKey } from '../keyboard/press-key.ts';
import { sleep } from '../page-clock.ts';
import type { Point } from '../visibility/element-at-point.ts';

const MOST_STEPS = 60;
/** Libraries move the element with an animation. */
const MOVE_MS = 220;

/** Where the element is now, and where it should go. */
export interface KeyDrag {
  now(): Point;
  to: Point;
  signal: AbortSignal;
}

/** Lifts the focused element with Space, moves it with the arrows as long as it comes nearer, and drops it. */
export async function dragByKeys({ now, to, signal }: KeyDrag): Promise<number> {
  tap('Space');
  await sleep(MOVE_MS);
  let steps = 0;
  let left = distance(now(), to);
  for (; steps < MOST_STEPS && !signal.aborted; steps += 1) {
    const key = arrowTo(now(), to);
    tap(key);
    await nextTicks(2);
    await sleep(MOVE_MS);
    const nowLeft = distance(now(), to);
    if (nowLeft >= left) {
      // It has gone past, or cannot go there.
      if (nowLeft > left) tap(OPPOSITE[key] ?? key);
      break;
    }
    left = nowLeft;
  }
  tap('Space');
  return steps;
}

const OPPOSITE: Record<string, string> = {
  ArrowDown: 'ArrowUp',
  ArrowUp: 'ArrowDown',
  ArrowLeft: 'ArrowRight',
  ArrowRight: 'ArrowLeft',
};

function tap(name: string): void {
  const key = keyOf(name);
  if (key) pressKey(key);
}

function arrowTo(from: Point, to: Point): string {
  const [x, y] = [to.x - from.x, to.y - from.y];
  if (Math.abs(y) >= Math.abs(x)) return y > 0 ? 'ArrowDown' : 'ArrowUp';
  return x > 0 ? 'ArrowRight' : 'ArrowLeft';
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
