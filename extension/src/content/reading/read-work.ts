import type { Capped } from '@bproxy/shared';
import { isReading, whenReadEnds } from '../dom/known-in-read.ts';

/**
 * A page can make its names take minutes: of 3,000 buttons inside each other, the outermost is named by 3,000 nodes,
 * the next by 2,999. A step is a node that is looked at for a name, some 10 µs. Ordinary names take a dozen.
 */
export const MOST_STEPS_OF_NAME = 5_000;
export const CHARS_PER_STEP = 100;
const MOST_STEPS_OF_READ = 300_000;

let left = MOST_STEPS_OF_READ;
let names = 0;
let branches = 0;

whenReadEnds(() => {
  left = MOST_STEPS_OF_READ;
  names = 0;
  branches = 0;
});

/** Whether the read had so much left. Outside of reads nothing adds up. */
export function spend(steps: number): boolean {
  if (!isReading()) return true;
  left -= steps;
  return left >= 0;
}

export function noteCutName(): void {
  if (isReading()) names += 1;
}

export function noteCutBranch(): void {
  if (isReading()) branches += 1;
}

/** How much of the read was cut so far: mostly nothing. */
function cutSoFar(): Capped {
  return {
    ...(names + branches > 0 ? { truncated: true as const } : {}),
    ...(names > 0 ? { namesCut: names } : {}),
    ...(branches > 0 ? { branchesCut: branches } : {}),
  };
}

/** Says that a cap has cut the answer, and how much there was; nothing if it has not. To be asked last in a read. */
export function capped(total: number, most: number): Capped {
  return { ...cutSoFar(), ...(total > most ? { truncated: true, total } : {}) };
}
