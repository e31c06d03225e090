import { inTurn, type KeyedStore } from '../keyed-store.ts';
import type { NavigationEvent, NavigationEvents } from '../navigation/navigation-events.ts';
import { onceLoaded } from '../once-loaded.ts';

const KEY = 'formResults';
const MOST = 500;

/**
 * The tabs whose page is the answer to a form. To load such a page again may send the form again. Chrome reports the
 * same for GET and POST, so both count. Of the user's tabs only the ids are kept, because a tab may join a session
 * after its page was loaded. The list is in `storage.local`, which outlives a reload of the extension, as the tabs do.
 */
export class FormResults {
  readonly #store: KeyedStore;
  readonly #inTurn = inTurn();
  readonly #tabs = onceLoaded(() => this.#load());

  constructor(store: KeyedStore) {
    this.#store = store;
  }

  async has(tabId: number): Promise<boolean> {
    return (await this.#tabs()).has(tabId);
  }

  follow(events: NavigationEvents): void {
    events.subscribe((tabId, event) => {
      const change = changeBy(event);
      if (change) void this.#change((tabs) => put(tabs, tabId, change === 'set'));
    });
    // The same page, in a tab that has a new id.
    chrome.tabs.onReplaced.addListener(
      (tabId, was) => void this.#change((tabs) => put(tabs, was, false) && put(tabs, tabId, true)),
    );
  }

  /** @param change Returns whether it changed anything. */
  async #change(change: (tabs: Set<number>) => boolean): Promise<void> {
    const tabs = await this.#tabs();
    if (!change(tabs)) return;
    for (const oldest of [...tabs].slice(0, -MOST)) tabs.delete(oldest);
    await this.#inTurn(() => this.#store.set({ [KEY]: [...tabs] })).catch(() => undefined);
  }

  async #load(): Promise<Set<number>> {
    const kept = (await this.#store.get(KEY))[KEY];
    return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'number') : []);
  }
}

/** A reload shows the answer to the same form. */
function changeBy(event: NavigationEvent): 'set' | 'clear' | null {
  if (event.type === 'removed') return 'clear';
  if (event.type !== 'committed' || event.how === 'reload') return null;
  return event.how === 'form' ? 'set' : 'clear';
}

function put(tabs: Set<number>, tabId: number, isIn: boolean): boolean {
  if (tabs.has(tabId) === isIn) return false;
  if (isIn) tabs.add(tabId);
  else tabs.delete(tabId);
  return true;
}
