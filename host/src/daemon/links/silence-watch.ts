import { PING_INTERVAL_MS } from '@bproxy/shared';

export const LOOK_EVERY_MS = 15_000;
/** Three pings and a half. */
const SILENT_MS = 3.5 * PING_INTERVAL_MS;

/**
 * The daemon's half of the heartbeat. The system tells of a link that ended, never of one that hangs; the
 * worker's ping comes every 20 s, so a browser that says nothing for much longer is not there.
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

  /** To be asked every LOOK_EVERY_MS. A machine that slept, or a clock that was set, starts the wait anew. */
  isOver(now: number): boolean {
    const passed = now - this.#lookedAt;
    this.#lookedAt = now;
    if (passed < 0 || passed > 2 * LOOK_EVERY_MS) this.#heardAt = now;
    return now - this.#heardAt >= SILENT_MS;
  }
}
