import { idOf, pageOfTab, tabOrThrow } from '../tabs/tab-page.ts';
import type { BackgroundHandler } from './handler.ts';

export const tabPin: BackgroundHandler<'tab.pin'> = async (request) => {
  const tabId = idOf(await tabOrThrow(request.target.tabId));
  await chrome.tabs.update(tabId, { pinned: true });
  return { data: { pinned: true }, page: pageOfTab(await tabOrThrow(tabId)) };
};
