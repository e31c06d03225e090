import type { Capped } from '@bproxy/shared';
import { isReading, whenReadEnds } from '../dom/known-in-read.ts';

/**
 * A page can make its names take minutes: of 3,000 buttons inside each other, the outermost takes its name from 3,000
 * nodes, the next from 2,999. A step is one node examined for a name, some 10 µs. Ordinary names take a dozen.
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

/** Whether the read had this much work left. Outside of reads nothing is counted. */
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

/**
 * Reports that a limit cut the answer, and the full size. Reports nothing if there was no cut. Call it last in a read.
 */
export function capped(total: number, most: number): Capped {
  return { ...cutSoFar(), ...(total > most ? { truncated: true, total } : {}) };
}
