import { loadInTab } from '../navigation/load-in-tab.ts';
import { refuseIfItAsks } from '../page/leaving.ts';
import { refuseResubmission } from '../tabs/form-results.ts';
import { idOf, tabOrThrow } from '../tabs/tab-page.ts';
import type { BackgroundHandler } from './handler.ts';

export const reload: BackgroundHandler<'reload'> = async (request, tools) => {
  const tab = await tabOrThrow(request.target.tabId);
  const tabId = idOf(tab);
  const { url = '' } = tab;
  await refuseIfItAsks(tab, tools);
  await refuseResubmission(tab, tools.forms);
  const { bypassCache = false } = request.params;
  const begin = () => chrome.tabs.reload(tabId, { bypassCache });
  return loadInTab({ tabId, url, begin }, request, tools);
};
