import type { Log } from '../pipeline/context.ts';

const NOTE_EVERY_MS = 1_000;

/** Any page can knock at a local port as often as it likes: a line a second is enough, and keeps the disk. */
export class Refusals {
  readonly #log: Log;
  readonly #now: () => number;
  #notedAt = Number.NEGATIVE_INFINITY;
  #unnoted = 0;

  constructor(log: Log, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  note(layer: string): void {
    const passed = this.#now() - this.#notedAt;
    if (passed >= 0 && passed < NOTE_EVERY_MS) {
      this.#unnoted += 1;
      return;
    }
    this.#log.warn('unauthorized', { layer, ...(this.#unnoted > 0 ? { more: this.#unnoted } : {}) });
    this.#notedAt = this.#now();
    this.#unnoted = 0;
  }
}
