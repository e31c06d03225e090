import type { Log } from '../context.ts';

const NOTE_EVERY_MS = 1_000;

/**
 * Any page can send requests to a local port as often as it likes. One log line a second is enough and does not fill
 * the disk.
 */
export class Refusals {
  readonly #log: Log;
  readonly #now: () => number;
  readonly #event: string;
  #notedAt = Number.NEGATIVE_INFINITY;
  #unnoted = 0;

  constructor(log: Log, now: () => number, event = 'unauthorized') {
    this.#log = log;
    this.#event = event;
    this.#now = now;
  }

  note(fields: object): void {
    const passed = this.#now() - this.#notedAt;
    if (passed >= 0 && passed < NOTE_EVERY_MS) {
      this.#unnoted += 1;
      return;
    }
    this.#log.warn(this.#event, { ...fields, ...(this.#unnoted > 0 ? { more: this.#unnoted } : {}) });
    this.#notedAt = this.#now();
    this.#unnoted = 0;
  }
}
