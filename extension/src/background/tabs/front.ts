import { onceLoaded } from '../once-loaded.ts';

/**
 * What the user has in front of them: the window with the keyboard, and the active tab of each window. It follows
 * Chrome's events, because asking Chrome would cost each request as much as a read.
 */
export class Front {
  /** Null while another program has the keyboard. */
  #window: number | null | undefined;
  /** The active tab of each window, and the one before it. */
  readonly #active = new Map<number, { tabId: number; before?: number }>();
  /** Tabs that the agent has shown to the user, as long as they stay in front. */
  readonly #shown = new Set<number>();
  readonly #loaded = onceLoaded(() => this.#load());

  /** Call it while the worker's script runs: Chrome wakes the worker only for listeners registered by then. */
  follow(): void {
    chrome.windows.onFocusChanged.addListener((windowId) => {
      this.#window = windowId === chrome.windows.WINDOW_ID_NONE ? null : windowId;
    });
    chrome.windows.onRemoved.addListener((windowId) => this.#active.delete(windowId));
    chrome.tabs.onActivated.addListener(({ tabId, windowId }) => {
      const before = this.#active.get(windowId)?.tabId;
      this.#active.set(windowId, { tabId, ...(before === undefined ? {} : { before }) });
      if (before !== undefined) this.#shown.delete(before);
    });
  }

  /** The window with the keyboard. Null if another program has it. */
  async window(): Promise<number | null> {
    await this.#loaded();
    return this.#window ?? null;
  }

  /** Whether the user's keys go to this tab. */
  async has(tabId: number): Promise<boolean> {
    const windowId = await this.window();
    return windowId !== null && this.#active.get(windowId)?.tabId === tabId;
  }

  /** The tab that the window showed before the active one. */
  before(windowId: number): number | undefined {
    return this.#active.get(windowId)?.before;
  }

  /** The agent has made this the active tab of its window. */
  shown(tabId: number): void {
    this.#shown.add(tabId);
  }

  isShown(tabId: number): boolean {
    return this.#shown.has(tabId);
  }

  /** An event that came during the calls is newer than their result. */
  async #load(): Promise<void> {
    const [windows, active] = await Promise.all([
      chrome.windows.getAll(),
      chrome.tabs.query({ active: true }),
    ]);
    if (this.#window === undefined) this.#window = windows.find(({ focused }) => focused)?.id ?? null;
    for (const { id, windowId } of active) {
      if (id !== undefined && !this.#active.has(windowId)) this.#active.set(windowId, { tabId: id });
    }
  }
}
