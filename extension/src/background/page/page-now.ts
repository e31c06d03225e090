import type { PageState } from '@bproxy/shared';
import type { OwnedTabs } from '../tabs/owned-tabs.ts';
import { pageOfTab, tabOrThrow } from '../tabs/tab-page.ts';
import { LATE, within } from '../time-limit.ts';

/** Where wxt puts entrypoints/page-state.ts. */
const PAGE_STATE = '/page-state.js';
const MOST_MS = 2_000;
/** Leaves the answer time to reach the daemon before it gives up by itself. */
const MARGIN_MS = 250;

/** The state of the tab's page, as a read would tell it; of a page that cannot be entered, as the tab tells it. */
export async function pageNow(
  tabId: number,
  owned: Pick<OwnedTabs, 'has'>,
  deadline: number,
): Promise<PageState> {
  const [tab, frame] = await Promise.all([
    tabOrThrow(tabId),
    chrome.webNavigation.getFrame({ tabId, frameId: 0 }).catch(() => null),
  ]);
  const page = pageOfTab(tab);
  // An injection into a source view never ends. And the user may have taken the tab by now.
  if (!frame || page.url.startsWith('view-source:') || !(await owned.has(tabId))) return page;
  const limit = Math.min(MOST_MS, deadline - MARGIN_MS - Date.now());
  const seen = await within(limit, stateIn(tabId, frame.documentId));
  if (seen === LATE) return { ...page, busy: true };
  // `errorOccurred` is also true of a good page whose loading was stopped: what cannot be entered is an error.
  if (seen === null) return frame.errorOccurred ? { ...page, state: 'error', busy: false } : page;
  if (seen.state === 'error') return { ...page, state: 'error', busy: false };
  // Another document may have come to the tab since Chrome was asked for this one.
  return seen.url === page.url ? { ...seen, title: page.title } : page;
}

/** Null if Chrome lets nobody in. */
async function stateIn(tabId: number, documentId: string): Promise<PageState | null> {
  const [answer] = await chrome.scripting
    .executeScript({
      target: { tabId, documentIds: [documentId] },
      injectImmediately: true,
      files: [PAGE_STATE],
    })
    .catch(() => []);
  const result: unknown = answer?.result;
  return isPageState(result) ? result : null;
}

/** Whether a script's result is there at all; the world it ran in is our own, so the rest is as it was made. */
function isPageState(value: unknown): value is PageState {
  return typeof value === 'object' && value !== null && 'state' in value && 'busy' in value;
}
