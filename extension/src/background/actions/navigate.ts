import { type Outcome, ProtocolError } from '@bproxy/shared';
import { messageOf } from '../../thrown.ts';
import { findInterstitial, personNeeded } from '../human/interstitials.ts';
import { allowedUrl } from '../navigation/allowed-url.ts';
import { armNavigation } from '../navigation/navigation-wait.ts';
import { pageNow } from '../page/page-now.ts';
import { PATIENCE_MS } from '../page/silent-pages.ts';
import {
  idOf,
  isCrashed,
  isErrorPage,
  loadedTab,
  pageCrashed,
  pageOfTab,
  tabOrThrow,
} from '../tabs/tab-page.ts';
import { MARGIN_MS } from '../time-limit.ts';
import type { BackgroundHandler, Tools } from './handler.ts';

export const navigate: BackgroundHandler<'navigate'> = async (request, tools) => {
  const { events, owned, silent } = tools;
  const url = allowedUrl(request);
  const tabId = idOf(await tabOrThrow(request.target.tabId));
  const startedAt = Date.now();
  const wait = armNavigation(events, url);
  try {
    wait.attach(tabId);
    await owned.refuseForeign(tabId);
    const go = async (signal: AbortSignal) => {
      await update(tabId, url);
      return arrival(tabId, request.deadline, wait, startedAt, { ...tools, signal });
    };
    return await silent.whileItAnswers((signal) => go(signal).catch(toldIfClosed), {
      signal: tools.signal,
      tabId,
      deadline: request.deadline,
      patience: PATIENCE_MS,
      message: () =>
        wait.hasReplaced()
          ? 'The new page shows a dialog, or is very busy: it does not answer.'
          : 'The old page does not answer: it asks whether it may be left, or is very busy.',
    });
  } finally {
    wait.dispose();
  }
};

async function arrival(
  tabId: number,
  deadline: number,
  wait: ReturnType<typeof armNavigation>,
  startedAt: number,
  tools: Tools,
): Promise<Outcome<'navigate'>> {
  const end = await wait.finished(deadline, tools.signal);
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
  const found = await findInterstitial(tabId, deadline - MARGIN_MS.lastLook, tools);
  // A challenge that passed in the meantime has led on to the page itself.
  const tab = await loadedTab(tabId);
  if (isCrashed(tab)) throw pageCrashed(tab);
  const now = await pageNow(tabId, tools.owned, deadline);
  if (found) throw personNeeded(found, now);
  const sameDocument = wait.hasReplaced() ? {} : { sameDocument: true as const };
  return { data: { url: now.url, title: now.title, loadTime, ...sameDocument }, page: now };
}

/** The navigation had already started, so a closed tab does not mean that nothing happened. */
function toldIfClosed(error: unknown): never {
  if (!(error instanceof ProtocolError) || error.error.code !== 'TAB_NOT_FOUND') throw error;
  const message = 'The tab was closed while the page was loading: the address may have been visited.';
  throw new ProtocolError('TAB_NOT_FOUND', { message });
}

async function update(tabId: number, url: string): Promise<void> {
  try {
    await chrome.tabs.update(tabId, { url });
  } catch (error) {
    await tabOrThrow(tabId);
    throw new ProtocolError('NAVIGATION_FAILED', { details: { cause: messageOf(error) } });
  }
}
