import { loadInTab } from '../navigation/load-in-tab.ts';
import { refuseIfItAsks } from '../page/leaving.ts';
import { pageNow } from '../page/page-now.ts';
import { isAsleep } from '../tabs/asleep.ts';
import { refuseResubmission } from '../tabs/form-results.ts';
import { idOf, tabOrThrow } from '../tabs/tab-page.ts';
import type { BackgroundHandler } from './handler.ts';

export const tabWake: BackgroundHandler<'tab.wake'> = async (request, tools) => {
  const tab = await tabOrThrow(request.target.tabId);
  const tabId = idOf(tab);
  const url = tab.url ?? '';
  if (!isAsleep(tab)) {
    const page = await pageNow(tabId, tools.owned, request.deadline);
    return { data: { woken: false, url: page.url, title: page.title }, page };
  }
  await refuseIfItAsks(tab, tools);
  await refuseResubmission(tab, tools.forms);
  const begin = () => chrome.tabs.reload(tabId);
  const { data, page } = await loadInTab({ tabId, url, begin }, request, tools);
  return { data: { woken: true, url: data.url, title: data.title }, page };
};
