import { allowedUrl } from '../navigation/allowed-url.ts';
import { loadInTab } from '../navigation/load-in-tab.ts';
import { refuseIfItAsks } from '../page/leaving.ts';
import { idOf, tabOrThrow } from '../tabs/tab-page.ts';
import type { BackgroundHandler } from './handler.ts';

export const navigate: BackgroundHandler<'navigate'> = async (request, tools) => {
  const url = allowedUrl(request);
  const tab = await tabOrThrow(request.target.tabId);
  const tabId = idOf(tab);
  if (!isWithin(url, tab)) await refuseIfItAsks(tab, tools);
  const begin = () => chrome.tabs.update(tabId, { url });
  return loadInTab({ tabId, url, begin }, request, tools);
};

/** Another part of the same page: nothing is left. */
function isWithin(url: string, tab: chrome.tabs.Tab): boolean {
  const [page, part] = url.split('#');
  return part !== undefined && tab.url?.split('#')[0] === page;
}
