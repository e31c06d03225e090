import {
  ANSWER_LIFE_MS,
  type Envelope,
  isRecord,
  LARGEST_KEPT_ANSWER,
  MOST_KEPT_ANSWERS,
} from '@bproxy/shared';
import type { KeyedStore } from '../keyed-store.ts';
import { onceLoaded } from '../once-loaded.ts';
import { byteLength } from './answer.ts';

/** `storage.session` holds 10 MiB in total and refuses writes beyond that. */
export const MOST_BYTES = 4 * 1024 * 1024;
const PREFIX = 'request:';
const MARK_PREFIX = 'begun:';

/** `payload` identifies the content of the request under this id. */
interface Mark {
  at: number;
  payload?: string;
}

export type Remembered = Mark &
  (
    | { state: 'started' }
    | { state: 'done'; bytes: number; response: Envelope }
    /** It ended, but its answer was too large to store. */
    | { state: 'done-unkept' }
    /** It began before the extension was reloaded. Nothing more is known. */
    | { state: 'forgotten' }
  );

/**
 * The state of each destructive request. It is in `storage.session`, with one key per request: that outlives the
 * worker, and a write costs only its own entry. A reload of the extension empties `storage.session`, so `storage.local`
 * also stores a mark that an action has begun. It stores no answers, because content of a page must not reach the disk.
 * Chrome runs the calls of a worker in order, and `storage.session` is in its own memory. So a mark is stored before
 * the effect of any later call, even if this worker dies. That is why no call waits for Chrome to confirm a write, as
 * long as the previous write succeeded. A write fails only when the store is full, and then the next write fails too.
 */
export class Dedupe {
  readonly #store: KeyedStore;
  readonly #lasting: KeyedStore;
  readonly #now: () => number;
  #lastWriteWasGood = false;
  readonly #entries = onceLoaded(() => this.#load());

  constructor(store: KeyedStore, lasting: KeyedStore, now: () => number) {
    this.#store = store;
    this.#lasting = lasting;
    this.#now = now;
  }

  async find(id: string): Promise<Remembered | undefined> {
    const entry = (await this.#entries()).get(id);
    return entry && this.#now() - entry.at <= ANSWER_LIFE_MS ? entry : undefined;
  }

  /**
   * Resolves when the mark is certain to be stored before any later call, and throws if it cannot be stored. Returns a
   * function that makes the mark outlast a reload of the extension. Call it when the action has started, which need not
   * wait for it.
   */
  async start(id: string, payload?: string): Promise<() => void> {
    const mark: Mark = { at: this.#now(), ...(payload === undefined ? {} : { payload }) };
    const entries = await this.#entries();
    const wasGood = this.#lastWriteWasGood;
    const written = this.#put(entries, id, { state: 'started', ...mark });
    if (wasGood) void written.catch(() => undefined);
    else await written;
    // The second line of defence: a full disk must not stop a request that the first line covers.
    return () => void this.#lasting.set({ [MARK_PREFIX + id]: mark }).catch(() => undefined);
  }

  async finish(id: string, response: Envelope): Promise<void> {
    const bytes = byteLength(response);
    const entries = await this.#entries();
    const { payload } = entries.get(id) ?? {};
    const mark: Mark = { at: this.#now(), ...(payload === undefined ? {} : { payload }) };
    const entry: Remembered =
      bytes <= LARGEST_KEPT_ANSWER
        ? { state: 'done', ...mark, bytes, response }
        : { state: 'done-unkept', ...mark };
    void this.#put(entries, id, entry).catch(() => undefined);
  }

  /** For a request that did not run after all. */
  async forget(id: string): Promise<void> {
    const entries = await this.#entries();
    entries.delete(id);
    await this.#remove([id]);
  }

  /** The entry is known at once. The promise resolves when it is stored. */
  async #put(entries: Map<string, Remembered>, id: string, entry: Remembered): Promise<void> {
    entries.delete(id);
    entries.set(id, entry);
    const surplus = evictions(entries, this.#now());
    for (const old of surplus) entries.delete(old);
    if (surplus.length > 0) void this.#remove(surplus).catch(() => undefined);
    try {
      await this.#store.set({ [PREFIX + id]: entry });
      this.#lastWriteWasGood = true;
    } catch (error) {
      this.#lastWriteWasGood = false;
      throw error;
    }
  }

  async #remove(ids: string[]): Promise<void> {
    const lasting = this.#lasting.remove(ids.map((id) => MARK_PREFIX + id));
    const removed = this.#store.remove(ids.map((id) => PREFIX + id));
    await Promise.all([removed, lasting.catch(() => undefined)]);
  }

  async #load(): Promise<Map<string, Remembered>> {
    const [stored, lasting] = await Promise.all([this.#store.get(), this.#lasting.get()]);
    const entries = new Map<string, Remembered>();
    for (const [id, mark] of under(MARK_PREFIX, lasting)) {
      if (isMark(mark)) entries.set(id, { ...mark, state: 'forgotten' });
    }
    for (const [id, entry] of under(PREFIX, stored)) {
      // as: only this version of this class has written it, because an update empties `storage.session`.
      entries.set(id, entry as Remembered);
    }
    return new Map([...entries].sort(([, a], [, b]) => a.at - b.at));
  }
}

/**
 * Answers are dropped before marks: a lost answer can be requested again, a lost mark would let an action run twice.
 */
export function evictions(entries: ReadonlyMap<string, Remembered>, now: number): string[] {
  if (!isTooMuch(entries, now)) return [];
  const gone = [...entries].filter(([, entry]) => now - entry.at > ANSWER_LIFE_MS).map(([id]) => id);
  const kept = [...entries].filter(([, entry]) => now - entry.at <= ANSWER_LIFE_MS);
  let count = kept.length;
  let bytes = kept.reduce((sum, [, entry]) => sum + bytesOf(entry), 0);
  const answersFirst = [
    ...kept.filter(([, entry]) => !isOnlyMark(entry)),
    ...kept.filter(([, entry]) => isOnlyMark(entry)),
  ];
  for (const [id, entry] of answersFirst) {
    if (count <= MOST_KEPT_ANSWERS && bytes <= MOST_BYTES) break;
    gone.push(id);
    count -= 1;
    bytes -= bytesOf(entry);
  }
  return gone;
}

/** Called for every action, so it builds no lists. */
function isTooMuch(entries: ReadonlyMap<string, Remembered>, now: number): boolean {
  if (entries.size > MOST_KEPT_ANSWERS) return true;
  let bytes = 0;
  for (const entry of entries.values()) {
    bytes += bytesOf(entry);
    if (bytes > MOST_BYTES || now - entry.at > ANSWER_LIFE_MS) return true;
  }
  return false;
}

function bytesOf(entry: Remembered): number {
  return entry.state === 'done' ? entry.bytes : 0;
}

function isOnlyMark({ state }: Remembered): boolean {
  return state === 'started' || state === 'forgotten';
}

function under(prefix: string, stored: Record<string, unknown>): Array<[id: string, value: unknown]> {
  return Object.entries(stored)
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, value]) => [key.slice(prefix.length), value]);
}

/** An earlier version may have written it. */
function isMark(value: unknown): value is Mark {
  if (!isRecord(value)) return false;
  const { at, payload } = value;
  return typeof at === 'number' && (payload === undefined || typeof payload === 'string');
}
