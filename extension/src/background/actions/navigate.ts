import { ProtocolError } from '@bproxy/shared';
import { allowedUrl } from '../allowed-url.ts';
import { armNavigation } from '../navigation-wait.ts';
import { idOf, isErrorPage, loadedTab, pageOfTab, tabOrThrow } from '../tab-page.ts';
import type { BackgroundHandler } from './handler.ts';

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
    return { data: { url: page.url, title: page.title, loadTime: Date.now() - startedAt }, page };
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
