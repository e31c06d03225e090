/** Chrome's MAX_CAPTURE_VISIBLE_TAB_CALLS_PER_SECOND, for the whole extension. */
const CALLS_PER_WINDOW = 2;
/** Chrome's second begins when the first call reaches the browser process, some milliseconds after ours. */
const WINDOW_MS = 1_050;

interface Clock {
  /** From a monotonic clock. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** Hands out the moments at which Chrome accepts a call of `captureVisibleTab`. */
export class CaptureSlots {
  readonly #clock: Clock;
  /** The times of the last calls, past or planned, oldest first. */
  #taken: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Waits for the next slot. If that takes longer than `limitMs`, returns the waiting time at once. */
  async take(limitMs: number): Promise<{ waitMs: number } | null> {
    const now = this.#clock.now();
    const earliest = this.#taken.at(-CALLS_PER_WINDOW) ?? Number.NEGATIVE_INFINITY;
    const at = Math.max(now, earliest + WINDOW_MS);
    if (at - now > limitMs) return { waitMs: at - now };
    // Before the sleep, so that later callers see that this slot is taken.
    this.#taken = [...this.#taken, at].slice(-CALLS_PER_WINDOW);
    if (at > now) await this.#clock.sleep(at - now);
    return null;
  }

  /** Chrome counted calls of an earlier worker, so the window has to pass. */
  refused(): void {
    this.#taken = [...this.#taken, ...Array(CALLS_PER_WINDOW).fill(this.#clock.now())]
      .sort((a, b) => a - b)
      .slice(-CALLS_PER_WINDOW);
  }
}
