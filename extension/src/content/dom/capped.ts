import type { Capped } from '@bproxy/shared';

/** Says that a cap has cut the answer, and how much there was; nothing if it has not. */
export function capped(total: number, most: number): Capped {
  return total > most ? { truncated: true, total } : {};
}
