import { PING_INTERVAL_MS } from '@bproxy/shared';

export const LOOK_EVERY_MS = 15_000;
/** Three pings and a half. */
const SILENT_MS = 3.5 * PING_INTERVAL_MS;

/**
 * The daemon's half of the heartbeat. The system reports a link that ended, but not one that hangs. The worker pings
 * every 20 s, so a browser that is silent for much longer is gone.
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
