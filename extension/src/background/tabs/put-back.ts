import { sleep } from '../time-limit.ts';
import type { Front } from './front.ts';

/** Pages open a tab right after the action, or a moment later. */
const AFTER_MS = 1_000;
/** Chrome brings a new tab to the front within these milliseconds, and its window a little later. */
const LOOKS_MS = [0, 10, 20, 40, 80, 150, 300];

/** What the user had in front of them when an action began. */
interface Before {
  window: number | null;
  minimised: Set<number>;
  /** The agent has shown the tab, so a new tab of its page may take its place. */
  isShown: boolean;
}

/**
 * Puts back what the user had in front of them when an action opened a tab that bproxy could not foresee. Chrome makes
 * such a tab the active one, raises and focuses its window, and restores a minimised one.
 */
export class PutBack {
  readonly #front: Front;
  readonly #acting = new Map<number, Promise<Before | null>>();

  constructor(front: Front) {
    this.#front = front;
  }

  /** An action begins in this tab. Call the returned function when it has ended. */
  watch(tabId: number): () => void {
    const before = this.#look(tabId).catch(() => null);
    this.#acting.set(tabId, before);
    return () => {
      setTimeout(() => {
        if (this.#acting.get(tabId) === before) this.#acting.delete(tabId);
      }, AFTER_MS);
    };
  }

  /** A page of ours has opened this tab. Without an action of ours, the user did it, and wants it in front. */
  async opened(tabId: number, openerTabId: number): Promise<void> {
    const before = await this.#acting.get(openerTabId);
    if (!before) return;
    for (const ms of LOOKS_MS) {
      await sleep(ms);
      const tab = await chrome.tabs.get(tabId).catch(() => null);
      if (!tab) return;
      await this.#putBack(tab, before).catch(() => undefined);
    }
  }

  async #putBack({ id, windowId, active }: chrome.tabs.Tab, before: Before): Promise<void> {
    const shownBefore = this.#front.before(windowId);
    if (active && !before.isShown && shownBefore !== undefined && shownBefore !== id)
      await chrome.tabs.update(shownBefore, { active: true });
    if (before.window === windowId) return;
    if (before.minimised.has(windowId)) {
      const { state } = await chrome.windows.get(windowId);
      if (state !== 'minimized') await chrome.windows.update(windowId, { state: 'minimized' });
    }
    if ((await this.#front.window()) !== windowId) return;
    if (before.window === null) await chrome.windows.update(windowId, { focused: false });
    else await chrome.windows.update(before.window, { focused: true });
  }

  async #look(tabId: number): Promise<Before> {
    const isShown = this.#front.isShown(tabId);
    const [window, all] = await Promise.all([this.#front.window(), chrome.windows.getAll()]);
    const minimised = all.filter(({ state }) => state === 'minimized').flatMap(({ id }) => id ?? []);
    return { window, minimised: new Set(minimised), isShown };
  }
}
