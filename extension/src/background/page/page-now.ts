import type { PageState } from '@bproxy/shared';
import type { OwnedTabs } from '../tabs/owned-tabs.ts';
import { pageOfTab, tabOrThrow } from '../tabs/tab-page.ts';
import { LATE, MARGIN_MS, within } from '../time-limit.ts';
import { type DocumentRef, documentNow, only } from './document-ref.ts';

/** The path where wxt builds entrypoints/page-state.ts. */
const PAGE_STATE = '/page-state.js';
const MOST_MS = 2_000;

/**
 * The state of the tab's page, the same as a read reports. For a page that bproxy cannot enter, it comes from the tab.
 */
export async function pageNow(
  tabId: number,
  owned: Pick<OwnedTabs, 'has'>,
  deadline: number,
): Promise<PageState> {
  const [tab, document] = await Promise.all([tabOrThrow(tabId), documentNow(tabId)]);
  const page = pageOfTab(tab);
  // An injection into a source view never ends. The user may also have taken the tab by now.
  if (!document || page.url.startsWith('view-source:') || !(await owned.has(tabId))) return page;
  const limit = Math.min(MOST_MS, deadline - MARGIN_MS.answer - Date.now());
  const seen = await within(limit, () => stateIn(document));
  if (seen === LATE) return { ...page, busy: true };
  // Chrome also sets `errorOccurred` on a good page whose loading was stopped. So only a page that bproxy cannot enter
  // counts as an error.
  if (seen === null) return document.errorOccurred ? { ...page, state: 'error', busy: false } : page;
  if (seen.state === 'error') return { ...page, state: 'error', busy: false };
  // The tab may have a new document since bproxy asked Chrome for this one.
  return seen.url === page.url ? { ...seen, title: page.title } : page;
}

/** Null if Chrome does not allow the injection. */
async function stateIn(document: DocumentRef): Promise<PageState | null> {
  const [answer] = await chrome.scripting
    .executeScript({
      target: only(document),
      injectImmediately: true,
      files: [PAGE_STATE],
    })
    .catch(() => []);
  // as: page-state.ts returned it from our isolated world. Chrome returns null for a script that threw.
  return (answer?.result ?? null) as PageState | null;
}
