import type { WireTraceEntry } from '@bproxy/shared';
import { inTurn, type KeyedStore } from '../keyed-store.ts';

const RING_SIZE = 500;
const DEFAULT_LIMIT = 50;
/** Each write stores the whole trace, so writes are rare. A worker lives longer than this after its last request. */
const BATCH_MS = 5_000;
const KEY = 'trace';

/** The extension's own record of its work. Writes are batched and happen after the answers, never before them. */
export class Trace {
  readonly #store: KeyedStore;
  readonly #later: (work: () => void, ms: number) => void;
  readonly #inTurn = inTurn();
  #recent: WireTraceEntry[] = [];
  #loading: Promise<void> | null = null;
  #scheduled = false;

  constructor(store: KeyedStore, later: (work: () => void, ms: number) => void) {
    this.#store = store;
    this.#later = later;
  }

  add(entry: WireTraceEntry): void {
    this.#recent = [...this.#recent, entry].slice(-RING_SIZE);
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#later(() => {
      this.#scheduled = false;
      void this.#save();
    }, BATCH_MS);
  }

  /** Newest last. */
  async read({ id, limit = DEFAULT_LIMIT }: { id?: string; limit?: number }): Promise<WireTraceEntry[]> {
    await this.#load();
    const wanted = id === undefined ? this.#recent : this.#recent.filter((entry) => entry.id === id);
    return limit <= 0 ? [] : wanted.slice(-limit);
  }

  async #save(): Promise<void> {
    await this.#load();
    await this.#inTurn(() => this.#store.set({ [KEY]: this.#recent })).catch(() => undefined);
  }

  #load(): Promise<void> {
    this.#loading ??= this.#store.get(KEY).then(
      (stored) => {
        // as: only this class writes under its key.
        const older = (stored[KEY] ?? []) as WireTraceEntry[];
        this.#recent = [...older, ...this.#recent].slice(-RING_SIZE);
      },
      () => undefined,
    );
    return this.#loading;
  }
}
