import {
  type ElementHandle,
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
import { type NumberedElement, numbered } from './read-documents.ts';
import type { ChromeTab } from './sessions.ts';

/** For numbers of elements, whatever their handles begin with. */
const ELEMENT_PREFIX = 'el';
const MAX_IN_ALL = 1_000;
/** The state file reserves numbers by the thousand for the daemon after a crash, so the reservation rarely changes. */
const RESERVED_STEP = 1_000;

/** A read: its page, and the elements that the page has kept for it. */
export interface MintedRead extends MintedHandles {
  url: string;
  epoch: number;
}

interface KnownHandle extends NumberedElement {
  url: string;
  epoch: number;
  /** When a read has shown it last. */
  shownAt: number;
}

export type Resolution = { found: ForwardedHandle } | { lost: Loss | 'unknown' | 'other_tab' };

/** Short names for elements, valid for one page and two minutes. The page itself keeps the elements. */
export class ElementHandles {
  readonly #frames = new FrameNames();
  readonly #now: () => number;
  readonly #onEvicted: (count: number) => void;
  /** By tab and number, those that a read has shown last at the end. */
  readonly #known = new Map<string, KnownHandle>();
  readonly #lost = new LostHandles();
  readonly #next = new Map<string, number>();
  readonly #starts = new Map<string, number>();
  readonly #pages = new Map<string, { epoch: number; url: string }>();

  constructor(now: () => number, onEvicted: (count: number) => void = () => {}) {
    this.#now = now;
    this.#onEvicted = onEvicted;
  }

  /**
   * The first number that the next read of this tab may give out. A number never gets another element: an old handle is
   * refused instead. `el` and `ln` share the numbers, so that an element has one number in every read.
   */
  nextNumber(scope: HandleScope): number {
    return this.#next.get(kindKey(scope, ELEMENT_PREFIX)) ?? this.#starts.get(tabKey(scope)) ?? 1;
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
   * Notes the elements of a read, and returns their numbers. The read itself proves the page, unless the tab has
   * navigated since the read was sent: then the handles are stale from the start.
   */
  mint(scope: HandleScope, read: MintedRead): number[] {
    const page = { epoch: read.epoch, url: withoutFragment(read.url) };
    if (this.epochOf(scope.chrome) === read.epoch) this.#pages.set(pageKey(scope.chrome), page);
    const { elements, next } = numbered(read, this.nextNumber(scope));
    const kind = kindKey(scope, ELEMENT_PREFIX);
    for (const element of elements) {
      const key = `${kind}${element.number}`;
      this.#known.delete(key);
      this.#known.set(key, { ...element, ...page, shownAt: this.#now() });
    }
    this.#next.set(kind, next);
    this.#evict();
    return elements.map(({ number }) => number);
  }

  /** The number of the first frame that the next read of this tab may name. */
  nextFrame(scope: HandleScope): number {
    return this.#next.get(kindKey(scope, FRAME_PREFIX)) ?? this.#starts.get(tabKey(scope)) ?? 1;
  }

  nameFrames(scope: HandleScope, named: readonly ForwardedFrame[]): void {
    const next = Math.max(this.nextFrame(scope), this.#frames.record(scope, named) + 1);
    this.#next.set(kindKey(scope, FRAME_PREFIX), next);
  }

  frame(scope: HandleScope, name: FrameName): ForwardedFrame | undefined {
    return this.#frames.find(scope, name);
  }

  resolve(scope: HandleScope, handle: ElementHandle): Resolution {
    const number = Number(handle.slice(ELEMENT_PREFIX.length));
    const kind = kindKey(scope, ELEMENT_PREFIX);
    const key = `${kind}${number}`;
    const known = this.#known.get(key);
    if (!known) {
      const cause = this.#lost.causeOf(kind, number, this.#now());
      return { lost: cause ?? (this.#isElsewhere(scope, number) ? 'other_tab' : 'unknown') };
    }
    const cause = this.#endOf(known, scope.chrome);
    if (!cause) return { found: forwarded(handle, known) };
    this.#lose([key], cause);
    return { lost: cause };
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
    return this.#lose(this.#knownWhere(isOf(chrome)), 'navigated');
  }

  /** The tab continues under another id, and without the page of its handles. Its numbers continue too. */
  replaced(was: ChromeTab, now: ChromeTab): number {
    const count = this.#lose(this.#knownWhere(isOf(was)), 'asleep');
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

  #endOf({ shownAt, epoch, url }: KnownHandle, chrome: ChromeTab): Loss | undefined {
    if (this.#now() - shownAt > HANDLE_LIFE_MS) return 'expired';
    const page = this.#pages.get(pageKey(chrome));
    return page?.epoch === epoch && page.url === url ? undefined : 'navigated';
  }

  #isElsewhere({ session }: HandleScope, number: number): boolean {
    return this.#knownWhere((key) => key.startsWith(`${session}|`) && key.endsWith(`|${number}`)).length > 0;
  }

  #knownWhere(matches: (key: string) => boolean): string[] {
    return [...this.#known.keys()].filter(matches);
  }

  /** Remembers why these handles are invalid. Returns how many they are. */
  #lose(keys: readonly string[], cause: Loss): number {
    for (const key of keys) {
      const known = this.#known.get(key);
      this.#known.delete(key);
      if (known) this.#lost.add({ kind: kindOf(key), number: known.number, cause, at: this.#now() });
    }
    return keys.length;
  }

  #drop(matches: (kind: string) => boolean): number {
    const dropped = this.#knownWhere(matches);
    this.#frames.drop(matches);
    this.#lost.drop(matches);
    for (const map of [this.#known, this.#next, this.#starts]) {
      for (const key of [...map.keys()].filter(matches)) map.delete(key);
    }
    return dropped.length;
  }

  #evict(): void {
    const tooMany = this.#known.size - MAX_IN_ALL;
    if (tooMany <= 0) return;
    this.#lose([...this.#known.keys()].slice(0, tooMany), 'evicted');
    this.#onEvicted(tooMany);
  }
}

function kindOf(key: string): string {
  return key.slice(0, key.lastIndexOf('|') + 1);
}

function forwarded(handle: ElementHandle, { read, documentId, frame }: NumberedElement): ForwardedHandle {
  return { handle, read, documentId, ...(frame ? { frame } : {}) };
}

function withoutFragment(url: string): string {
  const hash = url.indexOf('#');
  return hash < 0 ? url : url.slice(0, hash);
}
