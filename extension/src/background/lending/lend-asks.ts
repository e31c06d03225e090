import type { SessionId, SessionView } from '@bproxy/shared';
import { inTurn, type KeyedStore } from '../keyed-store.ts';
import { onceLoaded } from '../once-loaded.ts';

const KEY = 'lendAsks';

/** A session that asked for one of the user's tabs, and waits. */
export interface LendAsk {
  session: SessionId;
  reason: string;
  host?: string;
  /** The daemon has paused the session. The ask ends when the pause does. */
  paused?: true;
}

interface AskWatcher {
  asked(ask: LendAsk): void;
  ended(session: SessionId): void;
  /** Called with the number of open asks. */
  changed(open: number): void;
}

/** The open asks, kept for a restart of the worker. */
export class LendAsks {
  readonly #store: KeyedStore;
  readonly #watcher: AskWatcher;
  readonly #inTurn = inTurn();
  readonly #asks = onceLoaded(async () => {
    // as: only this class writes under its key.
    const kept = ((await this.#store.get(KEY))[KEY] ?? []) as LendAsk[];
    return new Map(kept.map((ask) => [ask.session, ask]));
  });

  constructor(store: KeyedStore, watcher: AskWatcher) {
    this.#store = store;
    this.#watcher = watcher;
  }

  async open(): Promise<LendAsk[]> {
    return [...(await this.#asks()).values()];
  }

  add(ask: LendAsk): Promise<void> {
    return this.#change((asks) => {
      asks.set(ask.session, ask);
      this.#watcher.asked(ask);
      return [];
    });
  }

  end(session: SessionId): Promise<void> {
    return this.#change((asks) => (asks.delete(session) ? [session] : []));
  }

  /** The daemon says which sessions still wait. */
  follow(sessions: SessionView[]): Promise<void> {
    return this.#change((asks) => {
      const ended: SessionId[] = [];
      for (const ask of asks.values()) {
        const view = sessions.find(({ session }) => session === ask.session);
        if (view?.paused) asks.set(ask.session, { ...ask, paused: true });
        else if (!view || ask.paused) ended.push(ask.session);
      }
      for (const session of ended) asks.delete(session);
      return ended;
    });
  }

  async #change(change: (asks: Map<SessionId, LendAsk>) => SessionId[]): Promise<void> {
    await this.#inTurn(async () => {
      const asks = await this.#asks();
      const before = JSON.stringify([...asks]);
      const ended = change(asks);
      if (JSON.stringify([...asks]) === before) return;
      this.#watcher.changed(asks.size);
      for (const session of ended) this.#watcher.ended(session);
      await this.#store.set({ [KEY]: [...asks.values()] });
    });
  }
}
