import { allowedUrl } from '../navigation/allowed-url.ts';
import { loadInTab } from '../navigation/load-in-tab.ts';
import { idOf, tabOrThrow } from '../tabs/tab-page.ts';
import type { BackgroundHandler } from './handler.ts';

export const navigate: BackgroundHandler<'navigate'> = async (request, tools) => {
  const url = allowedUrl(request);
  const tabId = idOf(await tabOrThrow(request.target.tabId));
  const begin = () => chrome.tabs.update(tabId, { url });
  return loadInTab({ tabId, url, begin }, request, tools);
};
