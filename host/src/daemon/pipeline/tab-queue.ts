import type { ChromeTab } from '../state/sessions.ts';

/** One request at a time in each tab, in the order they came; tabs do not wait for each other. */
export class TabQueue {
  readonly #tails = new Map<string, Promise<void>>();

  /** Rejects with the signal's reason if it fires before the turn comes; `work` is then never called. */
  async run<T>(tab: ChromeTab, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const key = `${tab.instance}:${tab.tabId}`;
    const before = this.#tails.get(key) ?? Promise.resolve();
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const tail = before.then(() => finished);
    this.#tails.set(key, tail);
    void tail.then(() => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    });
    try {
      await untilAborted(before, signal);
      return await work();
    } finally {
      finish();
    }
  }
}

function untilAborted(turn: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    void turn.then(() => {
      signal.removeEventListener('abort', abort);
      if (!signal.aborted) resolve();
    });
  });
}
