import { PING_INTERVAL_MS } from '@bproxy/shared';

export const LOOK_EVERY_MS = 15_000;
/** A browser that misses three pings in a row is gone. */
const SILENT_MS = 3.5 * PING_INTERVAL_MS;

/**
 * The daemon's half of the heartbeat. The system reports a link that ended, but not one that hangs. So the worker sends
 * pings, and the daemon notices when they stop.
 */
export class SilenceWatch {
  #heardAt: number;
  #lookedAt: number;

  constructor(now: number) {
    this.#heardAt = now;
    this.#lookedAt = now;
  }

  heard(now: number): void {
    this.#heardAt = now;
  }

  /** Call this every LOOK_EVERY_MS. After sleep or a clock change, the wait starts over. */
  isOver(now: number): boolean {
    const passed = now - this.#lookedAt;
    this.#lookedAt = now;
    if (passed < 0 || passed > 2 * LOOK_EVERY_MS) this.#heardAt = now;
    return now - this.#heardAt >= SILENT_MS;
  }
}
