import { isSessionId, type SessionId, type SessionView } from '@bproxy/shared';
import type { KeyedStore } from '../keyed-store.ts';
import { onceLoaded } from '../once-loaded.ts';

const KEY = 'sessionBoard';
/** A session counts as working for this long after its last request. */
const WORKING_MS = 3_000;
/** A shorter gap is a reconnection and not worth showing. */
const OFFLINE_MS = 3_000;

export type SessionState = 'idle' | 'working' | 'waiting' | 'stopped';

interface Clock {
  now(): number;
  later(work: () => void, ms: number): void;
}

/**
 * What the worker knows of the sessions of this browser: the daemon's last word, and which of them have a request
 * running. It is stored, because the worker may restart while the daemon is away.
 */
export class SessionBoard {
  readonly #store: KeyedStore;
  readonly #clock: Clock;
  readonly #watchers = new Set<() => void>();
  /** The number of requests that run in each session. */
  readonly #running = new Map<SessionId, number>();
  readonly #lastRanAt = new Map<SessionId, number>();
  #sessions: SessionView[] | null = null;
  #offlineSince: number | null;
  readonly #stored = onceLoaded(() => this.#load());

  constructor(store: KeyedStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#offlineSince = clock.now();
  }

  /** Called after every change, in the same turn. */
  watch(watcher: () => void): void {
    this.#watchers.add(watcher);
  }

  /** Null if no daemon has ever told this run of the extension. */
  async sessions(): Promise<SessionView[] | null> {
    return this.#sessions ?? this.#stored();
  }

  async sessionOf(tabId: number): Promise<SessionView | undefined> {
    return (await this.sessions())?.find(({ tabIds }) => tabIds.includes(tabId));
  }

  set(sessions: SessionView[]): void {
    this.#sessions = sessions;
    for (const session of this.#lastRanAt.keys()) {
      if (!sessions.some((known) => known.session === session)) this.#lastRanAt.delete(session);
    }
    void this.#store.set({ [KEY]: sessions }).catch(() => undefined);
    this.#changed();
  }

  setOnline(isOnline: boolean): void {
    if (isOnline === (this.#offlineSince === null)) return;
    this.#offlineSince = isOnline ? null : this.#clock.now();
    if (isOnline) this.#changed();
    else this.#clock.later(() => this.#changed(), OFFLINE_MS);
  }

  /** Runs a request, and counts it for its session. Requests of the daemon itself name no session. */
  async during<T>(session: string, work: () => Promise<T>): Promise<T> {
    if (!isSessionId(session)) return work();
    const wasIdle = !this.#isWorking(session);
    this.#running.set(session, (this.#running.get(session) ?? 0) + 1);
    if (wasIdle) this.#changed();
    try {
      return await work();
    } finally {
      const left = (this.#running.get(session) ?? 1) - 1;
      if (left > 0) this.#running.set(session, left);
      else this.#running.delete(session);
      this.#lastRanAt.set(session, this.#clock.now());
      this.#clock.later(() => {
        if (!this.#isWorking(session)) this.#changed();
      }, WORKING_MS);
    }
  }

  stateOf({ session, paused }: SessionView): SessionState {
    if (this.#offlineSince !== null && this.#clock.now() - this.#offlineSince >= OFFLINE_MS) return 'stopped';
    if (paused) return 'waiting';
    return this.#isWorking(session) ? 'working' : 'idle';
  }

  #isWorking(session: SessionId): boolean {
    if (this.#running.has(session)) return true;
    return this.#clock.now() - (this.#lastRanAt.get(session) ?? Number.NEGATIVE_INFINITY) < WORKING_MS;
  }

  #changed(): void {
    for (const watcher of this.#watchers) watcher();
  }

  async #load(): Promise<SessionView[] | null> {
    // as: only this class writes under its key.
    return ((await this.#store.get(KEY))[KEY] ?? null) as SessionView[] | null;
  }
}
