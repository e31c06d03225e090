import { type PageState, ProtocolError } from '@bproxy/shared';

/** The page state of an action that works on the tab and not in its page. */
export function pageOfTab(tab: chrome.tabs.Tab): PageState {
  const url = tab.url || tab.pendingUrl || '';
  const loading = tab.status === 'loading';
  const state = isErrorPage(url) ? 'error' : loading ? 'loading' : 'ready';
  return { url, title: tab.title ?? '', state, busy: loading && state !== 'error' };
}

export function isErrorPage(url: string): boolean {
  return /^(?:chrome|edge)-error:/.test(url);
}

/** Chrome's tab ids mean nothing to the caller and are kept out of the error. */
export async function tabOrThrow(tabId: number | null): Promise<chrome.tabs.Tab> {
  const tab = tabId === null ? null : await chrome.tabs.get(tabId).catch(() => null);
  if (!tab) throw tabGone();
  return tab;
}

export function tabGone(): ProtocolError {
  return new ProtocolError('TAB_NOT_FOUND', { message: 'The tab is not there any more: it was closed.' });
}

/** The id of a tab that Chrome itself handed out; only tabs of its own devtools have none. */
export function idOf(tab: chrome.tabs.Tab): number {
  if (tab.id === undefined) throw tabGone();
  return tab.id;
}
