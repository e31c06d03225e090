/** Chrome's MAX_CAPTURE_VISIBLE_TAB_CALLS_PER_SECOND, for the whole extension. */
const CALLS_PER_WINDOW = 2;
/** Chrome's second begins when the first call reaches the browser's process, some milliseconds after ours. */
const WINDOW_MS = 1_050;

interface Clock {
  /** Of a clock that is never set back. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** Hands out the moments at which Chrome accepts a call of `captureVisibleTab`. */
export class CaptureSlots {
  readonly #clock: Clock;
  /** When the last calls were made or will be, oldest first. */
  #taken: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Waits for the next slot; or says at once how long that would take, if it is longer than `limitMs`. */
  async take(limitMs: number): Promise<{ waitMs: number } | null> {
    const now = this.#clock.now();
    const earliest = this.#taken.at(-CALLS_PER_WINDOW) ?? Number.NEGATIVE_INFINITY;
    const at = Math.max(now, earliest + WINDOW_MS);
    if (at - now > limitMs) return { waitMs: at - now };
    // Before the sleep: whoever comes meanwhile has to see that this slot is gone.
    this.#taken = [...this.#taken, at].slice(-CALLS_PER_WINDOW);
    if (at > now) await this.#clock.sleep(at - now);
    return null;
  }

  /** Chrome knew of calls that a worker before this one made: the window has to pass. */
  refused(): void {
    this.#taken = [...this.#taken, ...Array(CALLS_PER_WINDOW).fill(this.#clock.now())]
      .sort((a, b) => a - b)
      .slice(-CALLS_PER_WINDOW);
  }
}
