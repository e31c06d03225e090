import { ProtocolError } from '@bproxy/shared';
import { allowedUrl } from '../allowed-url.ts';
import { findInterstitial, personNeeded } from '../interstitials.ts';
import { armNavigation } from '../navigation-wait.ts';
import { idOf, isErrorPage, loadedTab, pageOfTab, tabOrThrow } from '../tab-page.ts';
import type { BackgroundHandler } from './handler.ts';

/** Leaves the last look at the tab and the answer's way to the daemon their time. */
const MARGIN_MS = 750;

export const navigate: BackgroundHandler<'navigate'> = async (request, { events }) => {
  const url = allowedUrl(request.params.url);
  const tabId = idOf(await tabOrThrow(request.target.tabId));
  const startedAt = Date.now();
  const wait = armNavigation(events, url);
  try {
    wait.attach(tabId);
    await update(tabId, url);
    const end = await wait.finished(request.deadline);
    const page = pageOfTab(await (end === 'completed' ? loadedTab(tabId) : tabOrThrow(tabId)));
    if (end === 'loading') {
      throw new ProtocolError('TIMEOUT', {
        message: 'The page was still loading at the deadline.',
        details: { url: page.url, state: page.state },
      });
    }
    if (isErrorPage(page.url))
      throw new ProtocolError('NAVIGATION_FAILED', { details: { cause: 'error page' } });
    const loadTime = Date.now() - startedAt;
    const found = await findInterstitial(tabId, request.deadline - MARGIN_MS);
    // A challenge that was passed meanwhile has led on to the page itself.
    const now = pageOfTab(await loadedTab(tabId));
    if (found) throw personNeeded(found, now);
    return { data: { url: now.url, title: now.title, loadTime }, page: now };
  } finally {
    wait.dispose();
  }
};

async function update(tabId: number, url: string): Promise<void> {
  try {
    await chrome.tabs.update(tabId, { url });
  } catch (error) {
    await tabOrThrow(tabId);
    const cause = error instanceof Error ? error.message : String(error);
    throw new ProtocolError('NAVIGATION_FAILED', { details: { cause } });
  }
}
