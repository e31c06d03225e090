import { type OwnedTab, ProtocolError } from '@bproxy/shared';
import { inTurn, type KeyedStore } from '../keyed-store.ts';
import { onceLoaded } from '../once-loaded.ts';
import { tabGone } from './tab-page.ts';

const OWNED = 'ownedTabs';
const TAKEN = 'takenTabs';

interface Tabs {
  owned: Set<number>;
  /** Tabs that were ours until the user took them. Stored for the daemon, which may be away when that happens. */
  taken: Set<number>;
}

/**
 * The tabs that belong to bproxy. Nothing about any other tab leaves the extension. The list is in `storage.session`,
 * and also in `storage.local`, because a reload of the extension empties the former while the tabs stay. Chrome does
 * not reuse a tab's id after a restart, so an old id then names no tab.
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
    return (await this.#tabs()).owned.has(tabId);
  }

  async isTaken(tabId: number): Promise<boolean> {
    return (await this.#tabs()).taken.has(tabId);
  }

  /** Check it before any work in a tab, and before passing on anything seen there. */
  async refuseForeign(tabId: number): Promise<void> {
    const { owned, taken } = await this.#tabs();
    if (taken.has(tabId)) throw new ProtocolError('TAB_TAKEN');
    if (!owned.has(tabId)) throw tabGone();
  }

  /** True if the tab was not ours before. A tab that the user took never becomes ours again. */
  async add(tabId: number): Promise<boolean> {
    const { owned, taken } = await this.#tabs();
    if (owned.has(tabId) || taken.has(tabId)) return false;
    owned.add(tabId);
    await this.#save();
    return true;
  }

  /** Gives the tab to the user. True if it was ours. */
  async take(tabId: number): Promise<boolean> {
    const { owned, taken } = await this.#tabs();
    if (!owned.delete(tabId)) return false;
    taken.add(tabId);
    await this.#save();
    return true;
  }

  /** Removes a closed tab. True if it was ours. */
  async remove(tabId: number): Promise<boolean> {
    const { owned, taken } = await this.#tabs();
    const wasOwned = owned.delete(tabId);
    if (taken.delete(tabId) || wasOwned) await this.#save();
    return wasOwned;
  }

  async release(tabIds: number[]): Promise<void> {
    const { owned } = await this.#tabs();
    for (const tabId of tabIds) owned.delete(tabId);
    await this.#save();
  }

  /** The tabs that still exist, in their current state. */
  async present(): Promise<{ tabs: OwnedTab[]; taken: number[] }> {
    const { owned, taken } = await this.#tabs();
    const known = await Promise.all(
      [...owned, ...taken].map(
        async (tabId) => [tabId, await chrome.tabs.get(tabId).catch(() => null)] as const,
      ),
    );
    const gone = known.filter(([, tab]) => tab === null);
    for (const [tabId] of gone) {
      owned.delete(tabId);
      taken.delete(tabId);
    }
    if (gone.length > 0) await this.#save();
    const tabs = known.flatMap(([tabId, tab]) =>
      // Read now, because the user may have taken one in the meantime.
      tab && owned.has(tabId) ? [{ tabId, url: tab.url ?? '', title: tab.title ?? '' }] : [],
    );
    return { tabs, taken: [...taken] };
  }

  #save(): Promise<void> {
    return this.#inTurn(async () => {
      const { owned, taken } = await this.#tabs();
      const items = { [OWNED]: [...owned], [TAKEN]: [...taken] };
      await Promise.all([this.#session.set(items), this.#local.set(items)]);
    });
  }

  async #load(): Promise<Tabs> {
    const [owned, taken] = await Promise.all([this.#read(OWNED), this.#read(TAKEN)]);
    return { owned, taken };
  }

  async #read(key: string): Promise<Set<number>> {
    const kept = (await this.#session.get(key))[key] ?? (await this.#local.get(key))[key];
    return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'number') : []);
  }
}
