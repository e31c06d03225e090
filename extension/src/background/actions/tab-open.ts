import { ProtocolError } from '@bproxy/shared';
import { messageOf } from '../../thrown.ts';
import { findInterstitial } from '../human/interstitials.ts';
import { allowedUrl } from '../navigation/allowed-url.ts';
import { armNavigation } from '../navigation/navigation-wait.ts';
import { pageNow } from '../page/page-now.ts';
import { idOf, loadedTab } from '../tabs/tab-page.ts';
import { MARGIN_MS } from '../time-limit.ts';
import type { BackgroundHandler } from './handler.ts';

/** Opens in the foreground, because pages do not lazy-load, animate or take focus in a background tab. */
export const tabOpen: BackgroundHandler<'tab.open'> = async (request, tools) => {
  const { events, owned } = tools;
  const url = allowedUrl(request);
  const wait = armNavigation(events, url);
  try {
    const tabId = idOf(await create(url));
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
    const page = await pageNow(tabId, owned, request.deadline);
    // The user may have typed a URL into it by now.
    await owned.refuseForeign(tabId);
    const data = { tabId, url: page.url, title: page.title, ...(interstitial ? { interstitial } : {}) };
    return { data, page };
  } finally {
    wait.dispose();
  }
};

async function create(url: string): Promise<chrome.tabs.Tab> {
  try {
    return await chrome.tabs.create({ url, active: true });
  } catch (error) {
    const text = messageOf(error);
    // On macOS a browser keeps running without windows.
    if (!/no current window|no window/i.test(text))
      throw new ProtocolError('SCRIPT_ERROR', { message: text });
    const tab = (await chrome.windows.create({ url }))?.tabs?.[0];
    if (!tab) throw new ProtocolError('SCRIPT_ERROR', { message: 'Chrome opened no window for the tab.' });
    return tab;
  }
}
