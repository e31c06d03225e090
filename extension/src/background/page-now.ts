import type { PageState } from '@bproxy/shared';
import { pageOfTab, tabOrThrow } from './tab-page.ts';
import { within } from './time-limit.ts';

const PROBE_MS = 500;

/** The state of the tab's page, with what its URL does not tell: that Chrome shows an error under it. */
export async function pageNow(tabId: number): Promise<PageState> {
  const [tab, failed] = await Promise.all([tabOrThrow(tabId), showsError(tabId)]);
  const page = pageOfTab(tab);
  return failed ? { ...page, state: 'error', busy: false } : page;
}

/** `errorOccurred` is also true of a good page whose loading was stopped: what cannot be entered is an error. */
async function showsError(tabId: number): Promise<boolean> {
  const frame = await chrome.webNavigation.getFrame({ tabId, frameId: 0 }).catch(() => null);
  if (!frame?.errorOccurred) return false;
  const entered = chrome.scripting
    .executeScript({
      target: { tabId, documentIds: [frame.documentId] },
      injectImmediately: true,
      func: () => location.protocol === 'chrome-error:',
    })
    .then(
      ([answer]) => answer?.result === true,
      () => true,
    );
  return (await within(PROBE_MS, entered)) === true;
}
