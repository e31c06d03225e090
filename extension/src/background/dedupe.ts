import type { WireResponse } from '@bproxy/shared';
import { byteLength } from './answer.ts';
import { inTurn, type KeyedStore } from './keyed-store.ts';
import { onceLoaded } from './once-loaded.ts';

export const MOST_ENTRIES = 1000;
export const KEPT_MS = 10 * 60_000;
/** `storage.session` holds 10 MiB in all, and refuses writes beyond it. */
export const MOST_BYTES = 4 * 1024 * 1024;
export const MOST_BYTES_OF_ONE = 256 * 1024;
const PREFIX = 'request:';

export type Remembered =
  | { state: 'started'; at: number }
  | { state: 'done'; at: number; bytes: number; response: WireResponse }
  /** It ended, but its answer was too large to keep. */
  | { state: 'done-unkept'; at: number };

/**
 * What became of each destructive request. It lives in `storage.session`, one key a request: that outlives
 * the worker, and a write costs what the one entry costs.
 */
export class Dedupe {
  readonly #store: KeyedStore;
  readonly #now: () => number;
  readonly #inTurn = inTurn();
  readonly #entries = onceLoaded(() => this.#load());

  constructor(store: KeyedStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  async find(id: string): Promise<Remembered | undefined> {
    const entry = (await this.#entries()).get(id);
    return entry && this.#now() - entry.at <= KEPT_MS ? entry : undefined;
  }

  /** Resolves when the mark is in the store; throws if it cannot be put there. */
  async start(id: string): Promise<void> {
    await this.#put(id, { state: 'started', at: this.#now() });
  }

  async finish(id: string, response: WireResponse): Promise<void> {
    const bytes = byteLength(response);
    const at = this.#now();
    await this.#put(
      id,
      bytes <= MOST_BYTES_OF_ONE ? { state: 'done', at, bytes, response } : { state: 'done-unkept', at },
    );
  }

  /** For a request that was cancelled before it ran. */
  async forget(id: string): Promise<void> {
    const entries = await this.#entries();
    entries.delete(id);
    await this.#inTurn(() => this.#store.remove(PREFIX + id));
  }

  async #put(id: string, entry: Remembered): Promise<void> {
    const entries = await this.#entries();
    entries.delete(id);
    entries.set(id, entry);
    const surplus = evictions(entries, this.#now());
    for (const old of surplus) entries.delete(old);
    await this.#inTurn(async () => {
      if (surplus.length > 0) await this.#store.remove(surplus.map((old) => PREFIX + old));
      await this.#store.set({ [PREFIX + id]: entry });
    });
  }

  async #load(): Promise<Map<string, Remembered>> {
    const stored = Object.entries(await this.#store.get());
    const entries = stored.flatMap(
      ([key, value]): Array<[string, Remembered]> =>
        key.startsWith(PREFIX) && isRemembered(value) ? [[key.slice(PREFIX.length), value]] : [],
    );
    return new Map(entries.sort(([, a], [, b]) => a.at - b.at));
  }
}

/** Answers go before marks: a lost answer is asked for again, a lost mark would let an action run twice. */
export function evictions(entries: ReadonlyMap<string, Remembered>, now: number): string[] {
  const gone = [...entries].filter(([, entry]) => now - entry.at > KEPT_MS).map(([id]) => id);
  const kept = [...entries].filter(([, entry]) => now - entry.at <= KEPT_MS);
  let count = kept.length;
  let bytes = kept.reduce((sum, [, entry]) => sum + bytesOf(entry), 0);
  const answersFirst = [
    ...kept.filter(([, entry]) => entry.state !== 'started'),
    ...kept.filter(([, entry]) => entry.state === 'started'),
  ];
  for (const [id, entry] of answersFirst) {
    if (count <= MOST_ENTRIES && bytes <= MOST_BYTES) break;
    gone.push(id);
    count -= 1;
    bytes -= bytesOf(entry);
  }
  return gone;
}

function bytesOf(entry: Remembered): number {
  return entry.state === 'done' ? entry.bytes : 0;
}

function isRemembered(value: unknown): value is Remembered {
  return typeof value === 'object' && value !== null && 'state' in value && 'at' in value;
}
