import { type OwnedTab, ProtocolError } from '@bproxy/shared';
import { inTurn, type KeyedStore } from '../keyed-store.ts';
import { onceLoaded } from '../once-loaded.ts';
import { tabGone } from './tab-page.ts';

const OWNED = 'ownedTabs';
const TAKEN = 'takenTabs';

interface Tabs {
  owned: Set<number>;
  /** Ours until the user took them over. Kept for the daemon, which may be away when that happens. */
  taken: Set<number>;
}

/**
 * The tabs that are bproxy's; nothing about any other leaves the extension. Kept in `storage.session`, and
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
    return (await this.#tabs()).owned.has(tabId);
  }

  async isTaken(tabId: number): Promise<boolean> {
    return (await this.#tabs()).taken.has(tabId);
  }

  /** To be asked before anything is done in a tab, and before anything that was seen there is handed on. */
  async refuseForeign(tabId: number): Promise<void> {
    const { owned, taken } = await this.#tabs();
    if (taken.has(tabId)) throw new ProtocolError('TAB_TAKEN');
    if (!owned.has(tabId)) throw tabGone();
  }

  /** True if it was not ours before. A tab that the user took never comes back. */
  async add(tabId: number): Promise<boolean> {
    const { owned, taken } = await this.#tabs();
    if (owned.has(tabId) || taken.has(tabId)) return false;
    owned.add(tabId);
    await this.#save();
    return true;
  }

  /** The user's from now on. True if it was ours. */
  async take(tabId: number): Promise<boolean> {
    const { owned, taken } = await this.#tabs();
    if (!owned.delete(tabId)) return false;
    taken.add(tabId);
    await this.#save();
    return true;
  }

  /** It is closed. True if it was ours. */
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

  /** Those that are still there, as they are now. */
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
      // Asked now: the user may have taken one meanwhile.
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
