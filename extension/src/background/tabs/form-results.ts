import { next, ProtocolError, step } from '@bproxy/shared';
import { inTurn, type KeyedStore } from '../keyed-store.ts';
import type { NavigationEvent, NavigationEvents } from '../navigation/navigation-events.ts';
import { onceLoaded } from '../once-loaded.ts';

const KEY = 'formResults';
const MOST = 500;
/** With these the navigation that a page has announced is over. */
const ENDS = new Set<NavigationEvent['type']>(['committed', 'failed', 'removed']);

/**
 * The tabs whose page is the answer to a form. To load such a page again may send the form again. Chrome reports the
 * same for GET and POST, so both count, unless the page itself has told the method. Of the user's tabs only the ids are kept, because a tab may join a session
 * after its page was loaded. The list is in `storage.local`, which outlives a reload of the extension, as the tabs do.
 */
export class FormResults {
  readonly #store: KeyedStore;
  readonly #inTurn = inTurn();
  readonly #tabs = onceLoaded(() => this.#load());
  /** Tabs whose page has just said that it sends no form that is posted. */
  readonly #harmless = new Set<number>();

  constructor(store: KeyedStore) {
    this.#store = store;
  }

  async has(tabId: number): Promise<boolean> {
    return (await this.#tabs()).has(tabId);
  }

  /** The page of this tab navigates because of an action, and says whether it posts a form. */
  expect(tabId: number, posts: boolean): void {
    if (posts) this.#harmless.delete(tabId);
    else this.#harmless.add(tabId);
  }

  follow(events: NavigationEvents): void {
    events.subscribe((tabId, event) => {
      const isToldHarmless = ENDS.has(event.type) && this.#harmless.delete(tabId);
      const isHarmless = isToldHarmless && event.type === 'committed';
      const change = isHarmless ? 'clear' : changeBy(event);
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

/** Chrome brings such a tab to the front to load it again, and with a debugger attached it sends the form again. */
export async function refuseResubmission(
  { id, url = '' }: chrome.tabs.Tab,
  forms: Pick<FormResults, 'has'>,
): Promise<void> {
  if (id === undefined || !(await forms.has(id))) return;
  throw new ProtocolError('WOULD_RESUBMIT', {
    suggestedAction: next`Open the address without the form: ${step('navigate', { url })}.`,
    details: { url },
  });
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
