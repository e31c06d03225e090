import { type OwnedTab, ProtocolError, type ReplacedTab } from '@bproxy/shared';
import { inTurn, type KeyedStore } from '../keyed-store.ts';
import type { Loan } from '../lending/loan.ts';
import { onceLoaded } from '../once-loaded.ts';
import { tabAsleep } from './asleep.ts';
import { tabGone } from './tab-page.ts';

const OWNED = 'ownedTabs';
const TAKEN = 'takenTabs';
const REPLACED = 'replacedTabs';
const MOST_REPLACED = 100;
const LOANS = 'loans';
const LENT = { lent: true } as const;

interface Tabs {
  owned: Set<number>;
  /** Tabs that were ours until the user took them. Stored for the daemon, which may be away when that happens. */
  taken: Set<number>;
  /** Tabs that have a new id, by their old one, oldest first. Stored for the daemon as well. */
  replaced: Map<number, number>;
  /** The tabs among `owned` that the user lent, and how they were found. */
  loans: Map<number, Loan>;
}

/** Called with each tab that becomes ours, and with each that is no longer ours and still open. */
type Watch = (tabId: number, isOurs: boolean) => void;

/**
 * The tabs that belong to bproxy. Nothing about any other tab leaves the extension. The list is in `storage.session`,
 * and also in `storage.local`, because a reload of the extension empties the former while the tabs stay. Chrome does
 * not reuse a tab's id after a restart, so an old id then names no tab. A loan ends with a reload: without its record,
 * nothing would stop the agent from closing the user's tab.
 */
export class OwnedTabs {
  readonly #session: KeyedStore;
  readonly #local: KeyedStore;
  readonly #inTurn = inTurn();
  readonly #tabs = onceLoaded(() => this.#load());
  readonly #watches = new Set<Watch>();

  constructor(session: KeyedStore, local: KeyedStore) {
    this.#session = session;
    this.#local = local;
  }

  watch(watch: Watch): void {
    this.#watches.add(watch);
  }

  async has(tabId: number): Promise<boolean> {
    return (await this.#tabs()).owned.has(tabId);
  }

  async list(): Promise<ReadonlySet<number>> {
    return (await this.#tabs()).owned;
  }

  async isTaken(tabId: number): Promise<boolean> {
    return (await this.#tabs()).taken.has(tabId);
  }

  /** The daemon may still use an id that Chrome has replaced. */
  async wasReplaced(tabId: number): Promise<boolean> {
    return (await this.#tabs()).replaced.has(tabId);
  }

  /** Check it before any work in a tab, and before passing on anything seen there. */
  async refuseForeign(tabId: number): Promise<void> {
    const { owned, taken, replaced } = await this.#tabs();
    if (taken.has(tabId)) throw new ProtocolError('TAB_TAKEN');
    if (replaced.has(tabId)) throw tabAsleep();
    if (!owned.has(tabId)) throw tabGone();
  }

  /** True if the tab was not ours before. A tab that the user took never becomes ours again. */
  async add(tabId: number): Promise<boolean> {
    const { owned, taken } = await this.#tabs();
    if (owned.has(tabId) || taken.has(tabId)) return false;
    owned.add(tabId);
    this.#tell(tabId, true);
    await this.#save();
    return true;
  }

  /** The user lends the tab. They may do so again after they took it back. */
  async lend(tabId: number, loan: Loan): Promise<void> {
    const { owned, taken, loans } = await this.#tabs();
    taken.delete(tabId);
    owned.add(tabId);
    loans.set(tabId, loan);
    this.#tell(tabId, true);
    await this.#save();
  }

  async loanOf(tabId: number): Promise<Loan | undefined> {
    return (await this.#tabs()).loans.get(tabId);
  }

  /** Gives the tab to the user. True if it was ours. */
  async take(tabId: number): Promise<boolean> {
    const { owned, taken, loans } = await this.#tabs();
    if (!owned.delete(tabId)) return false;
    loans.delete(tabId);
    taken.add(tabId);
    this.#tell(tabId, false);
    await this.#save();
    return true;
  }

  /** The tab has a new id, and belongs to the same one as before. True if it was ours, or the user took it. */
  async replace({ tabId, was }: ReplacedTab): Promise<boolean> {
    const { owned, taken, replaced, loans } = await this.#tabs();
    const tabs = [owned, taken].find((set) => set.delete(was));
    if (!tabs) return false;
    tabs.add(tabId);
    const loan = loans.get(was);
    if (loan && loans.delete(was)) loans.set(tabId, loan);
    replaced.set(was, tabId);
    for (const oldest of [...replaced.keys()].slice(0, -MOST_REPLACED)) replaced.delete(oldest);
    await this.#save();
    return true;
  }

  /** Removes a closed tab. True if it was ours. */
  async remove(tabId: number): Promise<boolean> {
    const { owned, taken, loans } = await this.#tabs();
    const wasOwned = owned.delete(tabId);
    loans.delete(tabId);
    if (taken.delete(tabId) || wasOwned) await this.#save();
    return wasOwned;
  }

  async release(tabIds: number[]): Promise<void> {
    const { owned, loans } = await this.#tabs();
    for (const tabId of tabIds) {
      loans.delete(tabId);
      if (owned.delete(tabId)) this.#tell(tabId, false);
    }
    await this.#save();
  }

  /** The tabs that still exist, in their current state. */
  async present(): Promise<{ tabs: OwnedTab[]; taken: number[]; replaced: ReplacedTab[] }> {
    const { owned, taken, replaced, loans } = await this.#tabs();
    const known = await Promise.all(
      [...owned, ...taken].map(
        async (tabId) => [tabId, await chrome.tabs.get(tabId).catch(() => null)] as const,
      ),
    );
    const gone = known.filter(([, tab]) => tab === null);
    for (const [tabId] of gone) {
      owned.delete(tabId);
      taken.delete(tabId);
      loans.delete(tabId);
    }
    if (gone.length > 0) await this.#save();
    const tabs = known.flatMap(([tabId, tab]) =>
      // Read now, because the user may have taken one in the meantime.
      tab && owned.has(tabId)
        ? [{ tabId, url: tab.url ?? '', title: tab.title ?? '', ...(loans.has(tabId) ? LENT : {}) }]
        : [],
    );
    return { tabs, taken: [...taken], replaced: [...replaced].map(([was, tabId]) => ({ tabId, was })) };
  }

  #tell(tabId: number, isOurs: boolean): void {
    for (const watch of this.#watches) watch(tabId, isOurs);
  }

  #save(): Promise<void> {
    return this.#inTurn(async () => {
      const { owned, taken, replaced, loans } = await this.#tabs();
      const items = { [OWNED]: [...owned], [TAKEN]: [...taken], [REPLACED]: [...replaced] };
      const lasting = { ...items, [OWNED]: [...owned].filter((tabId) => !loans.has(tabId)) };
      await Promise.all([this.#session.set({ ...items, [LOANS]: [...loans] }), this.#local.set(lasting)]);
    });
  }

  async #load(): Promise<Tabs> {
    const [owned, taken, replaced] = await Promise.all(
      [OWNED, TAKEN, REPLACED].map((key) => this.#read(key)),
    );
    const kept = await this.#session.get(LOANS);
    // as: only this class writes under its key.
    const loans = (kept[LOANS] ?? []) as Array<[number, Loan]>;
    return {
      owned: new Set(owned?.filter(isId)),
      taken: new Set(taken?.filter(isId)),
      replaced: new Map(replaced?.filter(isPair)),
      loans: new Map(loans),
    };
  }

  async #read(key: string): Promise<unknown[]> {
    const kept = (await this.#session.get(key))[key] ?? (await this.#local.get(key))[key];
    return Array.isArray(kept) ? kept : [];
  }
}

function isId(value: unknown): value is number {
  return typeof value === 'number';
}

function isPair(value: unknown): value is [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every(isId);
}
