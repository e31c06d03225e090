import { findInterstitial } from '../human/interstitials.ts';
import { allowedUrl } from '../navigation/allowed-url.ts';
import { armNavigation } from '../navigation/navigation-wait.ts';
import { pageNow } from '../page/page-now.ts';
import { openInBackground } from '../tabs/background-tab.ts';
import { idOf, loadedTab } from '../tabs/tab-page.ts';
import { bringToFront } from '../tabs/visible-tab.ts';
import { MARGIN_MS } from '../time-limit.ts';
import type { BackgroundHandler } from './handler.ts';

/** Opens in the background: the user may be typing in the tab that is in front. */
export const tabOpen: BackgroundHandler<'tab.open'> = async (request, tools) => {
  const { events, owned, front } = tools;
  const url = allowedUrl(request);
  const wait = armNavigation(events, url);
  try {
    const tabId = idOf(await openInBackground(url, request.beside));
    await owned.add(tabId);
    wait.attach(tabId);
    let end: 'completed' | 'loading';
    try {
      end = await wait.finished(request.deadline - MARGIN_MS.newPage, tools.signal);
    } catch (error) {
      // The caller gets no name for this tab. Left open, it would be a tab that the agent cannot close.
      if (await owned.has(tabId)) await chrome.tabs.remove(tabId).catch(() => undefined);
      throw error;
    }
    // Not an error here: the daemon has to learn about the tab, which stays open for the user.
    const interstitial =
      end === 'completed'
        ? await findInterstitial(tabId, request.deadline - MARGIN_MS.newPage / 2, tools)
        : null;
    if (end === 'completed') await loadedTab(tabId);
    if (request.params.show) {
      await bringToFront(tabId, request.deadline - MARGIN_MS.answer, tools);
      front.shown(tabId);
    }
    const page = await pageNow(tabId, owned, request.deadline);
    // The user may have typed a URL into it by now.
    await owned.refuseForeign(tabId);
    const data = { tabId, url: page.url, title: page.title, ...(interstitial ? { interstitial } : {}) };
    return { data, page: { ...page, foreground: await front.has(tabId) } };
  } finally {
    wait.dispose();
  }
};
