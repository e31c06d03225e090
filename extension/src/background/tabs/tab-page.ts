import { type PageState, ProtocolError } from '@bproxy/shared';

const STATUS_LOOK_MS = 30;
/** If it takes longer, the page is loading again: it has navigated itself elsewhere. */
const STATUS_LOOKS = 15;

/** The page state for an action that works on the tab and not in its page. */
export function pageOfTab(tab: chrome.tabs.Tab): PageState {
  const url = tab.url || tab.pendingUrl || '';
  const loading = tab.status === 'loading';
  const state = isErrorPage(url) || isCrashed(tab) ? 'error' : loading ? 'loading' : 'ready';
  return { url, title: tab.title ?? '', state, busy: loading && state !== 'error' };
}

/** The tab of a page that has just finished loading. The tab's status follows the last event by some milliseconds. */
export async function loadedTab(tabId: number): Promise<chrome.tabs.Tab> {
  let tab = await tabOrThrow(tabId);
  for (let look = 0; look < STATUS_LOOKS && tab.status === 'loading'; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, STATUS_LOOK_MS));
    tab = await tabOrThrow(tabId);
  }
  return tab;
}

/** The tab has no process, although Chrome has not put it to sleep. */
export function isCrashed({ status, discarded }: chrome.tabs.Tab): boolean {
  return status === 'unloaded' && !discarded;
}

export function pageCrashed({ url = '' }: chrome.tabs.Tab, message?: string): ProtocolError {
  return new ProtocolError('PAGE_CRASHED', { ...(message ? { message } : {}), details: { url } });
}

export function isErrorPage(url: string): boolean {
  return /^(?:chrome|edge)-error:/.test(url);
}

/** Chrome's tab ids mean nothing to the caller, so the error leaves them out. */
export async function tabOrThrow(tabId: number | null): Promise<chrome.tabs.Tab> {
  const tab = tabId === null ? null : await chrome.tabs.get(tabId).catch(() => null);
  if (!tab) throw tabGone();
  return tab;
}

export function tabGone(): ProtocolError {
  return new ProtocolError('TAB_NOT_FOUND', { message: 'The tab is not there any more: it was closed.' });
}

/** The id of a tab that Chrome itself reported. Only tabs of its own devtools have none. */
export function idOf(tab: chrome.tabs.Tab): number {
  if (tab.id === undefined) throw tabGone();
  return tab.id;
}
