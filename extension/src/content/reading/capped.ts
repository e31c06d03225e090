import type { Capped } from '@bproxy/shared';
import { cutSoFar } from './read-work.ts';

/** Says that a cap has cut the answer, and how much there was; nothing if it has not. To be asked last in a read. */
export function capped(total: number, most: number): Capped {
  return { ...cutSoFar(), ...(total > most ? { truncated: true, total } : {}) };
}
