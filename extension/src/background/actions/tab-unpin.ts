import { idOf, pageOfTab, tabOrThrow } from '../tabs/tab-page.ts';
import type { BackgroundHandler } from './handler.ts';

export const tabUnpin: BackgroundHandler<'tab.unpin'> = async (request) => {
  const tabId = idOf(await tabOrThrow(request.target.tabId));
  await chrome.tabs.update(tabId, { pinned: false });
  return { data: { pinned: false }, page: pageOfTab(await tabOrThrow(tabId)) };
};
