import type { PageState } from '@bproxy/shared';
import type { OwnedTabs } from '../tabs/owned-tabs.ts';
import { pageOfTab, tabOrThrow } from '../tabs/tab-page.ts';
import { LATE, MARGIN_MS, within } from '../time-limit.ts';
import { type DocumentRef, documentNow, only } from './document-ref.ts';

/** Where wxt puts entrypoints/page-state.ts. */
const PAGE_STATE = '/page-state.js';
const MOST_MS = 2_000;

/** The state of the tab's page, as a read would tell it; of a page that cannot be entered, as the tab tells it. */
export async function pageNow(
  tabId: number,
  owned: Pick<OwnedTabs, 'has'>,
  deadline: number,
): Promise<PageState> {
  const [tab, document] = await Promise.all([tabOrThrow(tabId), documentNow(tabId)]);
  const page = pageOfTab(tab);
  // An injection into a source view never ends. And the user may have taken the tab by now.
  if (!document || page.url.startsWith('view-source:') || !(await owned.has(tabId))) return page;
  const limit = Math.min(MOST_MS, deadline - MARGIN_MS.answer - Date.now());
  const seen = await within(limit, () => stateIn(document));
  if (seen === LATE) return { ...page, busy: true };
  // `errorOccurred` is also true of a good page whose loading was stopped: what cannot be entered is an error.
  if (seen === null) return document.errorOccurred ? { ...page, state: 'error', busy: false } : page;
  if (seen.state === 'error') return { ...page, state: 'error', busy: false };
  // Another document may have come to the tab since Chrome was asked for this one.
  return seen.url === page.url ? { ...seen, title: page.title } : page;
}

/** Null if Chrome lets nobody in. */
async function stateIn(document: DocumentRef): Promise<PageState | null> {
  const [answer] = await chrome.scripting
    .executeScript({
      target: only(document),
      injectImmediately: true,
      files: [PAGE_STATE],
    })
    .catch(() => []);
  // as: page-state.ts made it, in a world of our own. Chrome says null of a script that threw.
  return (answer?.result ?? null) as PageState | null;
}
