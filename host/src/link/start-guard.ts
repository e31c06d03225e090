/** How often a vanished daemon is restarted within the window. */
export const MAX_STARTS = 3;
export const START_WINDOW_MS = 60_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Decides when a link may start a daemon. If the daemon keeps crashing, the link waits a while. If the daemon cannot
 * be started, the link retries ever more slowly, but never gives up: a disk is full for an hour, not for good.
 */
export class StartGuard {
  #starts: number[] = [];
  #failures = 0;
  #pausedUntil = 0;

  /** Whether the last start failed. */
  get isFailing(): boolean {
    return this.#failures > 0;
  }

  isCrashLoop(now: number): boolean {
    this.#starts = this.#starts.filter((at) => now - at < START_WINDOW_MS);
    return this.#starts.length >= MAX_STARTS;
  }

  mayStart(now: number): boolean {
    return now >= this.#pausedUntil && !this.isCrashLoop(now);
  }

  started(now: number): void {
    this.#starts.push(now);
    this.#failures = 0;
  }

  failed(now: number): void {
    this.#pausedUntil = now + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(this.#failures, 10));
    this.#failures += 1;
  }
}
