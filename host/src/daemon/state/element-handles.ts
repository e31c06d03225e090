import {
  type ElementHandle,
  type ForwardedElementTarget,
  isElementHandle,
  MAX_HANDLES_PER_READ,
  type SessionId,
  type TabHandle,
} from '@bproxy/shared';
import type { ChromeTab } from './sessions.ts';

const TTL_MS = 120_000;
const MAX_IN_ALL = 1_000;
/** How long a lost handle is remembered, so that the answer can say why it is lost. */
const TOMBSTONE_MS = 600_000;
const MAX_TOMBSTONES = 2_000;
/** Numbers are reserved by the thousand for the daemon after a crash: so the reservation changes seldom. */
const RESERVED_STEP = 1_000;

export interface HandleScope {
  session: SessionId;
  tab: TabHandle;
  chrome: ChromeTab;
}

interface Entry {
  target: ForwardedElementTarget;
  mintedAt: number;
  epoch: number;
  url: string;
}

/** What a read found, and on which page. */
export interface MintedRead {
  targets: ForwardedElementTarget[];
  url: string;
  epoch: number;
}

export type Resolution = { found: ForwardedElementTarget } | { lost: Loss | 'unknown' | 'other_tab' };

/** evicted: too many in all, and these were the oldest. */
type Loss = 'expired' | 'replaced' | 'evicted' | 'navigated';

/** Short names for elements of a page, good for one page and two minutes. Nothing is written into the page. */
export class ElementHandles {
  readonly #now: () => number;
  readonly #onEvicted: (count: number) => void;
  /** Oldest first, so that eviction takes from the front. */
  readonly #entries = new Map<string, Entry>();
  readonly #tombstones = new Map<string, { cause: Loss; at: number }>();
  readonly #next = new Map<string, number>();
  readonly #starts = new Map<string, number>();
  readonly #pages = new Map<string, { epoch: number; url: string }>();

  constructor(now: () => number, onEvicted: (count: number) => void = () => {}) {
    this.#now = now;
    this.#onEvicted = onEvicted;
  }

  /**
   * The number that the next read of this tab may start from. Numbers are never used again in a tab: a
   * handle of an older read is refused instead of naming whatever has its number now.
   */
  nextNumber(scope: HandleScope, prefix: string): number {
    return this.#next.get(kindKey(scope, prefix)) ?? this.#starts.get(tabKey(scope)) ?? 1;
  }

  /** A number above all that were given out in this tab. */
  reservedFrom(scope: HandleScope): number {
    const tab = tabKey(scope);
    const used = [...this.#next].filter(([key]) => key.startsWith(tab)).map(([, next]) => next);
    const next = Math.max(1, this.#starts.get(tab) ?? 1, ...used);
    return Math.ceil(next / RESERVED_STEP) * RESERVED_STEP + 1;
  }

  /** The daemon before this one gave out the numbers below. */
  startFrom(scope: HandleScope, number: number): void {
    this.#starts.set(tabKey(scope), number);
  }

  /** Changes with every navigation of the tab. A read notes it before it is sent. */
  epochOf(chrome: ChromeTab): number {
    return this.#pages.get(pageKey(chrome))?.epoch ?? 0;
  }

  /**
   * Keeps the targets of a read, and returns their handles. The read itself proves the page, unless the
   * tab has navigated since it was sent: then its handles are stale from the start.
   */
  mint(scope: HandleScope, prefix: string, read: MintedRead): ElementHandle[] {
    const { targets } = read;
    const kind = kindKey(scope, prefix);
    for (const key of this.#keysWith(kind)) this.#bury(key, 'replaced');
    const page = { epoch: read.epoch, url: withoutFragment(read.url) };
    if (this.epochOf(scope.chrome) === read.epoch) this.#pages.set(pageKey(scope.chrome), page);
    const first = this.nextNumber(scope, prefix);
    const handles: ElementHandle[] = [];
    for (const [index, target] of targets.slice(0, MAX_HANDLES_PER_READ).entries()) {
      const handle = `${prefix}${first + index}`;
      if (!isElementHandle(handle)) throw new Error(`${handle} is no element handle`);
      this.#entries.set(`${kind}${handle}`, {
        target,
        mintedAt: this.#now(),
        epoch: page.epoch,
        url: page.url,
      });
      handles.push(handle);
    }
    this.#next.set(kind, first + handles.length);
    this.#evict();
    return handles;
  }

  resolve(scope: HandleScope, handle: ElementHandle): Resolution {
    const prefix = handle.slice(0, 2);
    const key = `${kindKey(scope, prefix)}${handle}`;
    const entry = this.#entries.get(key);
    if (entry) {
      const page = this.#pages.get(pageKey(scope.chrome));
      if (this.#now() - entry.mintedAt > TTL_MS) return this.#bury(key, 'expired');
      if (!page || page.epoch !== entry.epoch || page.url !== entry.url) return this.#bury(key, 'navigated');
      return { found: entry.target };
    }
    const tombstone = this.#tombstones.get(key);
    if (tombstone && this.#now() - tombstone.at < TOMBSTONE_MS) return { lost: tombstone.cause };
    return { lost: this.#isInOtherTab(scope, prefix, handle) ? 'other_tab' : 'unknown' };
  }

  /** A tab has come with this page in it: news that say the same are no navigation. */
  opened(chrome: ChromeTab, url: string): void {
    const key = pageKey(chrome);
    if (!this.#pages.has(key)) this.#pages.set(key, { epoch: 0, url: withoutFragment(url) });
  }

  /** A new document, or a new URL of the same one. Moving within a page (fragments) changes nothing. */
  navigated(chrome: ChromeTab, url: string, newDocument: boolean): number {
    const page = this.#pages.get(pageKey(chrome));
    const next = withoutFragment(url);
    if (page && page.url === next && !newDocument) return 0;
    this.#pages.set(pageKey(chrome), { epoch: (page?.epoch ?? 0) + 1, url: next });
    return this.#buryAll((key) => key.includes(`|${pageKey(chrome)}|`), 'navigated');
  }

  forgetTab(chrome: ChromeTab): number {
    this.#pages.delete(pageKey(chrome));
    return this.#drop((key) => key.includes(`|${pageKey(chrome)}|`));
  }

  forgetSession(session: SessionId): number {
    return this.#drop((key) => key.startsWith(`${session}|`));
  }

  #isInOtherTab(scope: HandleScope, prefix: string, handle: string): boolean {
    const own = kindKey(scope, prefix);
    return this.#keysWith(`${scope.session}|`).some(
      (key) => key.endsWith(`|${prefix}|${handle}`) && !key.startsWith(own),
    );
  }

  #keysWith(start: string): string[] {
    return [...this.#entries.keys()].filter((key) => key.startsWith(start));
  }

  #bury(key: string, cause: Loss): { lost: Loss } {
    this.#entries.delete(key);
    this.#tombstones.set(key, { cause, at: this.#now() });
    for (const oldest of this.#tombstones.keys()) {
      if (this.#tombstones.size <= MAX_TOMBSTONES) break;
      this.#tombstones.delete(oldest);
    }
    return { lost: cause };
  }

  #buryAll(matches: (key: string) => boolean, cause: 'navigated'): number {
    const keys = [...this.#entries.keys()].filter(matches);
    for (const key of keys) this.#bury(key, cause);
    return keys.length;
  }

  #drop(matches: (key: string) => boolean): number {
    let count = 0;
    for (const key of [...this.#entries.keys()].filter(matches)) {
      this.#entries.delete(key);
      count += 1;
    }
    for (const map of [this.#tombstones, this.#next, this.#starts]) {
      for (const key of [...map.keys()].filter(matches)) map.delete(key);
    }
    return count;
  }

  #evict(): void {
    const tooMany = [...this.#entries.keys()].slice(0, Math.max(0, this.#entries.size - MAX_IN_ALL));
    for (const oldest of tooMany) this.#bury(oldest, 'evicted');
    if (tooMany.length > 0) this.#onEvicted(tooMany.length);
  }
}

function pageKey(chrome: ChromeTab): string {
  return `${chrome.instance}:${chrome.tabId}`;
}

/** Keys end with a bar, so that none is the beginning of another's. */
function tabKey(scope: HandleScope): string {
  return `${scope.session}|${scope.tab}|${pageKey(scope.chrome)}|`;
}

function kindKey(scope: HandleScope, prefix: string): string {
  return `${tabKey(scope)}${prefix}|`;
}

function withoutFragment(url: string): string {
  const hash = url.indexOf('#');
  return hash < 0 ? url : url.slice(0, hash);
}
