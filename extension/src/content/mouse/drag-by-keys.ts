import type { KeyDefault } from '@bproxy/shared';
import { nextTicks } from '../gestures/ticks.ts';
import { keyOf } from '../keyboard/key-table.ts';
import { pressKey } from '../keyboard/press-key.ts';
import { sleep } from '../page-clock.ts';
import type { Point } from '../visibility/element-at-point.ts';

const MOST_STEPS = 60;
/** Libraries move the element with an animation. */
const MOVE_MS = 220;

/** Where the element is now, and where it should go, both as places in the page: libraries scroll on the way. */
export interface KeyDrag {
  now(): Point;
  to: Point;
  signal: AbortSignal;
}

/** Lifts the focused element with Space, moves it with the arrows as long as it comes nearer, and drops it. */
export async function dragByKeys({ now, to, signal }: KeyDrag): Promise<number> {
  const lifted = tap('Space');
  // It has pressed a button, or scrolled the page: this is no list that keys sort.
  if (lifted && lifted !== 'prevented' && lifted !== 'none') return 0;
  await sleep(MOVE_MS);
  let steps = 0;
  let left = distance(now(), to);
  for (; steps < MOST_STEPS && !signal.aborted; steps += 1) {
    const key = arrowTo(now(), to);
    await move(key);
    const nowLeft = distance(now(), to);
    if (nowLeft >= left) {
      // It has gone past, or cannot go there.
      if (nowLeft > left) await move(OPPOSITE[key] ?? key);
      break;
    }
    // Another step of this length would go past.
    if (nowLeft < (left - nowLeft) / 2) break;
    left = nowLeft;
  }
  tap('Space');
  return steps;
}

/** Waits until the library has drawn the step: it takes the next key from what it has drawn. */
async function move(key: string): Promise<void> {
  tap(key);
  await nextTicks(2);
  await sleep(MOVE_MS);
}

const OPPOSITE: Record<string, string> = {
  ArrowDown: 'ArrowUp',
  ArrowUp: 'ArrowDown',
  ArrowLeft: 'ArrowRight',
  ArrowRight: 'ArrowLeft',
};

function tap(name: string): KeyDefault | undefined {
  const key = keyOf(name);
  return key && pressKey(key).default;
}

function arrowTo(from: Point, to: Point): string {
  const [x, y] = [to.x - from.x, to.y - from.y];
  if (Math.abs(y) >= Math.abs(x)) return y > 0 ? 'ArrowDown' : 'ArrowUp';
  return x > 0 ? 'ArrowRight' : 'ArrowLeft';
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
