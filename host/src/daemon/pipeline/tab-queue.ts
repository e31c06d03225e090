import { type Action, next, ProtocolError, param } from '@bproxy/shared';
import type { ChromeTab } from '../state/sessions.ts';

/** Runs one request at a time in each tab, in order of arrival. Tabs do not wait for each other. */
export class TabQueue {
  readonly #tails = new Map<string, Promise<void>>();
  readonly #lengths = new Map<string, number>();
  readonly #running = new Map<string, Action>();
  /** Tabs that got another id while requests waited: the name of the queue in which they wait. */
  readonly #names = new Map<string, string>();
  /** Milliseconds of a monotonic clock. */
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** How many requests wait or run in the tab. */
  lengthOf(tab: ChromeTab): number {
    return this.#lengths.get(this.#keyOf(tab)) ?? 0;
  }

  /** The tab has another id. Later requests still wait behind the earlier ones. */
  replaced(was: ChromeTab, now: ChromeTab): void {
    const key = this.#keyOf(was);
    this.#names.delete(keyOf(was));
    if (this.#tails.has(key)) this.#names.set(keyOf(now), key);
  }

  /**
   * Rejects with the signal's reason if it fires before the turn comes; `work` is then never called. The signal is
   * created lazily, because most requests do not have to wait.
   */
  async run<T>(
    tab: ChromeTab,
    action: Action,
    signal: () => AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    const key = this.#keyOf(tab);
    const before = this.#tails.get(key);
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const tail = before ? before.then(() => finished) : finished;
    this.#tails.set(key, tail);
    this.#lengths.set(key, (this.#lengths.get(key) ?? 0) + 1);
    void tail.then(() => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    });
    try {
      if (before) {
        const since = this.#now();
        await untilAborted(before, signal()).catch((reason: unknown) => {
          throw behind(this.#running.get(key), Math.round(this.#now() - since), reason);
        });
      }
      this.#running.set(key, action);
      return await work();
    } finally {
      finish();
      const left = (this.#lengths.get(key) ?? 0) - 1;
      if (left > 0) this.#lengths.set(key, left);
      else {
        this.#lengths.delete(key);
        this.#running.delete(key);
      }
    }
  }

  #keyOf(tab: ChromeTab): string {
    const key = keyOf(tab);
    const name = this.#names.get(key);
    if (name === undefined || this.#tails.has(name)) return name ?? key;
    this.#names.delete(key);
    return key;
  }
}

/** The deadline passed in the queue: nothing was sent, and the error says what blocked the tab. */
function behind(action: Action | undefined, waitedMs: number, reason: unknown): unknown {
  if (!action || !(reason instanceof ProtocolError) || reason.error.code !== 'TIMEOUT') return reason;
  return new ProtocolError('TIMEOUT', {
    message: `The request waited ${waitedMs} ms behind ${action} in the same tab, until its deadline. It was not sent.`,
    suggestedAction: next`Repeat when that has ended, or with a longer ${param({ timeout: true })}.`,
    retry: 'safe',
    details: { waitedBehind: action, waitedMs },
  });
}

function keyOf({ instance, tabId }: ChromeTab): string {
  return `${instance}:${tabId}`;
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
