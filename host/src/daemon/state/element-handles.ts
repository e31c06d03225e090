import {
  type Action,
  type ElementHandle,
  elementHandle,
  type ForwardedFrame,
  type ForwardedHandle,
  type FrameName,
  HANDLE_LIFE_MS,
  type MintedHandles,
  type SessionId,
} from '@bproxy/shared';
import { FRAME_PREFIX, FrameNames } from './frame-names.ts';
import { type HandleScope, isOf, kindKey, pageKey, renamed, tabKey } from './handle-keys.ts';
import { type Loss, LostHandles } from './lost-handles.ts';
import { documentsOf, forwarded, type ReadDocument } from './read-documents.ts';
import type { ChromeTab } from './sessions.ts';

const MAX_IN_ALL = 1_000;
/** The state file reserves numbers by the thousand for the daemon after a crash, so the reservation rarely changes. */
const RESERVED_STEP = 1_000;

/** A read: its action, its page, and how many elements the page has kept for it. */
export interface MintedRead extends MintedHandles {
  action: Action;
  url: string;
  epoch: number;
}

/** The handles of one read have consecutive numbers and become invalid together. */
interface Minted extends Omit<MintedRead, 'read' | 'documentId' | 'frame' | 'others'> {
  /** The documents of the read, the page itself first. */
  documents: ReadDocument[];
  /** The number of the first handle. */
  first: number;
  mintedAt: number;
}

export type Resolution = { found: ForwardedHandle } | { lost: Loss | 'unknown' | 'other_tab' };

/** Short names for elements, valid for one page and two minutes. The page itself keeps the elements. */
export class ElementHandles {
  readonly #frames = new FrameNames();
  readonly #now: () => number;
  readonly #onEvicted: (count: number) => void;
  /** The last read of each action in a tab, oldest first. */
  readonly #reads = new Map<string, Minted>();
  readonly #lost = new LostHandles();
  readonly #next = new Map<string, number>();
  readonly #starts = new Map<string, number>();
  readonly #pages = new Map<string, { epoch: number; url: string }>();

  constructor(now: () => number, onEvicted: (count: number) => void = () => {}) {
    this.#now = now;
    this.#onEvicted = onEvicted;
  }

  /**
   * The first number that the next read of this tab may use. A tab never reuses a number: an old handle is refused
   * instead of naming another element.
   */
  nextNumber(scope: HandleScope, prefix: string): number {
    return this.#next.get(kindKey(scope, prefix)) ?? this.#starts.get(tabKey(scope)) ?? 1;
  }

  /** A number above all numbers used in this tab. */
  reservedFrom(scope: HandleScope): number {
    const tab = tabKey(scope);
    const used = [...this.#next].filter(([key]) => key.startsWith(tab)).map(([, next]) => next);
    const next = Math.max(1, this.#starts.get(tab) ?? 1, ...used);
    return Math.ceil(next / RESERVED_STEP) * RESERVED_STEP + 1;
  }

  /** The previous daemon used the numbers below this one. */
  startFrom(scope: HandleScope, number: number): void {
    this.#starts.set(tabKey(scope), number);
  }

  /** Changes with every navigation of the tab. A read records it before it is sent. */
  epochOf(chrome: ChromeTab): number {
    return this.#pages.get(pageKey(chrome))?.epoch ?? 0;
  }

  /**
   * Assigns handles to the elements of a read. The read itself proves the page, unless the tab has navigated since the
   * read was sent: then the handles are stale from the start.
   */
  mint(scope: HandleScope, prefix: string, read: MintedRead): ElementHandle[] {
    const source = `${kindKey(scope, prefix)}${read.action}|`;
    this.#lose(source, 'replaced');
    const page = { epoch: read.epoch, url: withoutFragment(read.url) };
    if (this.epochOf(scope.chrome) === read.epoch) this.#pages.set(pageKey(scope.chrome), page);
    const first = this.nextNumber(scope, prefix);
    const documents = documentsOf(read, first);
    const count = sum(documents.map((document) => document.count));
    const { action } = read;
    this.#reads.set(source, { action, ...page, documents, count, first, mintedAt: this.#now() });
    this.#next.set(kindKey(scope, prefix), first + count);
    this.#evict();
    return Array.from({ length: count }, (_, index) => elementHandle(prefix, first + index));
  }

  /** The number of the first frame that the next read of this tab may name. */
  nextFrame(scope: HandleScope): number {
    return this.nextNumber(scope, FRAME_PREFIX);
  }

  nameFrames(scope: HandleScope, named: readonly ForwardedFrame[]): void {
    const next = Math.max(this.nextFrame(scope), this.#frames.record(scope, named) + 1);
    this.#next.set(kindKey(scope, FRAME_PREFIX), next);
  }

  frame(scope: HandleScope, name: FrameName): ForwardedFrame | undefined {
    return this.#frames.find(scope, name);
  }

  resolve(scope: HandleScope, handle: ElementHandle): Resolution {
    const prefix = handle.slice(0, 2);
    const number = Number(handle.slice(2));
    const kind = kindKey(scope, prefix);
    const [found] = this.#readsWhere((source) => source.startsWith(kind)).filter(([, read]) =>
      isIn(read, number),
    );
    if (!found)
      return {
        lost: this.#lost.causeOf(kind, number, this.#now()) ?? this.#elsewhere(scope, prefix, number),
      };
    const [source, minted] = found;
    const cause = this.#endOf(minted, scope.chrome);
    const document = minted.documents.findLast(({ first }) => number >= first);
    if (!cause && document) return { found: forwarded(handle, document) };
    this.#lose(source, cause ?? 'replaced');
    return { lost: cause ?? 'replaced' };
  }

  /** A tab has arrived showing this page. Events that report the same page are no navigation. */
  opened(chrome: ChromeTab, url: string): void {
    const key = pageKey(chrome);
    if (!this.#pages.has(key)) this.#pages.set(key, { epoch: 0, url: withoutFragment(url) });
  }

  /** A new document, or a new URL of the same document. Moving within a page (fragments) changes nothing. */
  navigated(chrome: ChromeTab, url: string, newDocument: boolean): number {
    const page = this.#pages.get(pageKey(chrome));
    const next = withoutFragment(url);
    if (page && page.url === next && !newDocument) return 0;
    this.#pages.set(pageKey(chrome), { epoch: (page?.epoch ?? 0) + 1, url: next });
    return sum(this.#readsWhere(isOf(chrome)).map(([kind]) => this.#lose(kind, 'navigated')));
  }

  /** The tab continues under another id, and without the page of its handles. Its numbers continue too. */
  replaced(was: ChromeTab, now: ChromeTab): number {
    const count = sum(this.#readsWhere(isOf(was)).map(([kind]) => this.#lose(kind, 'asleep')));
    for (const map of [this.#next, this.#starts]) {
      for (const [key, number] of [...map].filter(([each]) => isOf(was)(each))) {
        map.delete(key);
        map.set(renamed(key, was, now), number);
      }
    }
    this.#lost.rename((kind) => renamed(kind, was, now));
    const page = this.#pages.get(pageKey(was));
    this.#pages.delete(pageKey(was));
    this.#pages.set(pageKey(now), { epoch: (page?.epoch ?? 0) + 1, url: page?.url ?? '' });
    return count;
  }

  forgetTab(chrome: ChromeTab): number {
    this.#pages.delete(pageKey(chrome));
    return this.#drop(isOf(chrome));
  }

  forgetSession(session: SessionId): number {
    return this.#drop((kind) => kind.startsWith(`${session}|`));
  }

  #endOf({ mintedAt, epoch, url }: Minted, chrome: ChromeTab): Loss | undefined {
    if (this.#now() - mintedAt > HANDLE_LIFE_MS) return 'expired';
    const page = this.#pages.get(pageKey(chrome));
    return page?.epoch === epoch && page.url === url ? undefined : 'navigated';
  }

  #elsewhere({ session }: HandleScope, prefix: string, number: number): 'other_tab' | 'unknown' {
    const isThere = this.#readsWhere(
      (kind) => kind.startsWith(`${session}|`) && kind.includes(`|${prefix}|`),
    ).some(([, minted]) => isIn(minted, number));
    return isThere ? 'other_tab' : 'unknown';
  }

  #readsWhere(matches: (kind: string) => boolean): Array<[string, Minted]> {
    return [...this.#reads].filter(([kind]) => matches(kind));
  }

  /** Invalidates the first handles of a read, or all of them. Returns how many. */
  #lose(kind: string, cause: Loss, most = Number.POSITIVE_INFINITY): number {
    const minted = this.#reads.get(kind);
    if (!minted) return 0;
    const { first, count } = minted;
    const lost = Math.min(most, count);
    if (lost > 0) this.#lost.add({ kind, first, end: first + lost, cause, at: this.#now() });
    if (lost === count) this.#reads.delete(kind);
    else this.#reads.set(kind, { ...minted, first: first + lost, count: count - lost });
    return lost;
  }

  #drop(matches: (kind: string) => boolean): number {
    const dropped = this.#readsWhere(matches);
    this.#frames.drop(matches);
    this.#lost.drop(matches);
    for (const map of [this.#reads, this.#next, this.#starts]) {
      for (const key of [...map.keys()].filter(matches)) map.delete(key);
    }
    return sum(dropped.map(sizeOf));
  }

  #evict(): void {
    const tooMany = sum([...this.#reads].map(sizeOf)) - MAX_IN_ALL;
    if (tooMany <= 0) return;
    let left = tooMany;
    for (const kind of this.#reads.keys()) {
      if (left > 0) left -= this.#lose(kind, 'evicted', left);
    }
    this.#onEvicted(tooMany);
  }
}

function sizeOf([, { count }]: [string, Minted]): number {
  return count;
}

function isIn({ first, count }: Minted, number: number): boolean {
  return number >= first && number < first + count;
}

function sum(counts: number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}

function withoutFragment(url: string): string {
  const hash = url.indexOf('#');
  return hash < 0 ? url : url.slice(0, hash);
}
