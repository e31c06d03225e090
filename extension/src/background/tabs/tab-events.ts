import type { ReplacedTab, ToDaemonMessage } from '@bproxy/shared';
import type { NavigationEvent, NavigationEvents } from '../navigation/navigation-events.ts';
import { openInBackground } from './background-tab.ts';
import type { OwnedTabs } from './owned-tabs.ts';
import type { PutBack } from './put-back.ts';

type Committed = Extract<NavigationEvent, { type: 'committed' }>;

/** Title and URL change several times while a page loads. */
const SETTLE_MS = 150;

/** Reports to the daemon the events of the tabs that bproxy opened, and of no others. */
export class TabEvents {
  readonly #owned: OwnedTabs;
  readonly #send: (message: ToDaemonMessage) => void;
  readonly #putBack: Pick<PutBack, 'opened'>;
  readonly #updates = new Map<number, ReturnType<typeof setTimeout>>();
  readonly #told = new Map<number, string>();
  /** The last tab that each of our tabs has opened, and when. */
  readonly #opened = new Map<number, { tabId: number; at: number }>();

  constructor(owned: OwnedTabs, send: (message: ToDaemonMessage) => void, putBack: Pick<PutBack, 'opened'>) {
    this.#owned = owned;
    this.#send = send;
    this.#putBack = putBack;
  }

  register(events: NavigationEvents): void {
    events.subscribe((tabId, event) => {
      if (event.type === 'committed') void this.#committed(tabId, event);
      if (event.type === 'same-document') {
        if (event.cause === 'history_state') void this.#navigated(tabId, event.url, 'history_state');
      }
      if (event.type === 'removed') void this.#removed(tabId);
    });
    chrome.tabs.onUpdated.addListener((tabId, change) => {
      if (change.url !== undefined || change.title !== undefined) this.#updated(tabId);
    });
    chrome.tabs.onReplaced.addListener((tabId, was) => void this.#replaced({ tabId, was }));
    // Not `openerTabId`: Chrome also sets it for the user's Ctrl+T and for links from other programs.
    chrome.webNavigation.onCreatedNavigationTarget.addListener(
      ({ tabId, sourceTabId }) => void this.#openedByPage(tabId, sourceTabId),
    );
  }

  async #committed(tabId: number, { url, byUser }: Committed): Promise<void> {
    if (!byUser) return this.#navigated(tabId, url, 'committed');
    await this.taken(tabId);
  }

  /** The user made this tab their own. */
  async taken(tabId: number): Promise<void> {
    if (await this.#owned.take(tabId)) this.#send({ type: 'tab-taken', tabId });
  }

  async #navigated(tabId: number, url: string, cause: 'committed' | 'history_state'): Promise<void> {
    if (await this.#owned.has(tabId)) this.#send({ type: 'navigation', tabId, url, cause });
  }

  /** Chrome reports no removal of the old id. */
  async #replaced(tab: ReplacedTab): Promise<void> {
    this.#forget(tab.was);
    if (await this.#owned.replace(tab)) this.#send({ type: 'tab-replaced', ...tab });
  }

  #forget(tabId: number): void {
    clearTimeout(this.#updates.get(tabId));
    this.#updates.delete(tabId);
    this.#told.delete(tabId);
    this.#opened.delete(tabId);
  }

  async #removed(tabId: number): Promise<void> {
    this.#forget(tabId);
    if (await this.#owned.remove(tabId)) this.#send({ type: 'tab-removed', tabId });
  }

  #updated(tabId: number): void {
    clearTimeout(this.#updates.get(tabId));
    this.#updates.set(
      tabId,
      setTimeout(() => {
        this.#updates.delete(tabId);
        void this.#tellUpdate(tabId);
      }, SETTLE_MS),
    );
  }

  async #tellUpdate(tabId: number): Promise<void> {
    if (!(await this.#owned.has(tabId))) return;
    const tab = await chrome.tabs.get(tabId).catch(() => null);
    if (!tab) return;
    const [url, title] = [tab.url ?? '', tab.title ?? ''];
    const now = `${url}\n${title}`;
    if (this.#told.get(tabId) === now) return;
    this.#told.set(tabId, now);
    this.#send({ type: 'tab-updated', tabId, url, title });
  }

  /** Opens an address that one of our pages wanted in a new tab. */
  async openFor(openerTabId: number, url: string): Promise<void> {
    const tab = await openInBackground(url, openerTabId).catch(() => null);
    if (tab?.id !== undefined) await this.#joined(tab.id, openerTabId);
  }

  /** One of our pages opened it. */
  async #openedByPage(tabId: number, openerTabId: number): Promise<void> {
    if (!(await this.#owned.has(openerTabId))) return;
    void this.#putBack.opened(tabId, openerTabId);
    await this.#joined(tabId, openerTabId);
  }

  openedBy(openerTabId: number, since: number): number | undefined {
    const last = this.#opened.get(openerTabId);
    return last && last.at >= since ? last.tabId : undefined;
  }

  async #joined(tabId: number, openerTabId: number): Promise<void> {
    if (!(await this.#owned.add(tabId))) return;
    this.#opened.set(openerTabId, { tabId, at: Date.now() });
    const tab = await chrome.tabs.get(tabId).catch(() => null);
    if (!tab) return;
    const url = tab.url || tab.pendingUrl || '';
    this.#send({ type: 'tab-opened', tabId, openerTabId, url, title: tab.title ?? '' });
  }
}
