import type { OwnedTab } from '@bproxy/shared';
import { inTurn, type KeyedStore } from './keyed-store.ts';
import { onceLoaded } from './once-loaded.ts';

const KEY = 'ownedTabs';

/**
 * The tabs that bproxy opened; nothing about any other leaves the extension. Kept in `storage.session`, and
 * in `storage.local` because a reload of the extension empties the former while the tabs stay. Chrome does
 * not give a tab's id again after a restart, so an old id names no tab then.
 */
export class OwnedTabs {
  readonly #session: KeyedStore;
  readonly #local: KeyedStore;
  readonly #inTurn = inTurn();
  readonly #tabs = onceLoaded(() => this.#load());

  constructor(session: KeyedStore, local: KeyedStore) {
    this.#session = session;
    this.#local = local;
  }

  async has(tabId: number): Promise<boolean> {
    return (await this.#tabs()).has(tabId);
  }

  /** True if it was not ours before: of two that add it at once, one is told so. */
  async add(tabId: number): Promise<boolean> {
    const tabs = await this.#tabs();
    if (tabs.has(tabId)) return false;
    tabs.add(tabId);
    await this.#save(tabs);
    return true;
  }

  /** True if it was ours. */
  async remove(tabId: number): Promise<boolean> {
    const tabs = await this.#tabs();
    if (!tabs.delete(tabId)) return false;
    await this.#save(tabs);
    return true;
  }

  async release(tabIds: number[]): Promise<void> {
    const tabs = await this.#tabs();
    for (const tabId of tabIds) tabs.delete(tabId);
    await this.#save(tabs);
  }

  /** Those that are still there, as they are now. */
  async present(): Promise<OwnedTab[]> {
    const tabs = await this.#tabs();
    const found = await Promise.all([...tabs].map((tabId) => chrome.tabs.get(tabId).catch(() => null)));
    const present = found.flatMap((tab) =>
      tab?.id === undefined ? [] : [{ tabId: tab.id, url: tab.url ?? '', title: tab.title ?? '' }],
    );
    if (present.length < tabs.size) {
      const ids = new Set(present.map(({ tabId }) => tabId));
      for (const tabId of [...tabs]) if (!ids.has(tabId)) tabs.delete(tabId);
      await this.#save(tabs);
    }
    return present;
  }

  #save(tabs: Set<number>): Promise<void> {
    return this.#inTurn(async () => {
      const items = { [KEY]: [...tabs] };
      await Promise.all([this.#session.set(items), this.#local.set(items)]);
    });
  }

  async #load(): Promise<Set<number>> {
    const session = (await this.#session.get(KEY))[KEY];
    const kept = session ?? (await this.#local.get(KEY))[KEY];
    return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'number') : []);
  }
}
