import { NO_PAGE, ProtocolError } from '@bproxy/shared';
import { idOf, tabOrThrow } from '../tab-page.ts';
import type { BackgroundHandler } from './handler.ts';

const LOOK_EVERY_MS = 50;
/** Leaves the answer time to reach the daemon before it gives up by itself. */
const MARGIN_MS = 250;

/** Closed means gone: a page may hold its tab open with a "leave this page?" question to the user. */
export const tabClose: BackgroundHandler<'tab.close'> = async (request, { owned }) => {
  const tabId = idOf(await tabOrThrow(request.target.tabId));
  await owned.refuseForeign(tabId);
  await chrome.tabs.remove(tabId);
  while (await chrome.tabs.get(tabId).catch(() => null)) {
    if (Date.now() > request.deadline - MARGIN_MS) {
      throw new ProtocolError('TIMEOUT', {
        message: 'The tab did not close: its page may be asking the user.',
      });
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return { data: { closed: true }, page: NO_PAGE };
};
