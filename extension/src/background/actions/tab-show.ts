import { pageNow } from '../page/page-now.ts';
import { idOf, tabOrThrow } from '../tabs/tab-page.ts';
import { bringToFront } from '../tabs/visible-tab.ts';
import { MARGIN_MS } from '../time-limit.ts';
import type { BackgroundHandler } from './handler.ts';

/** The window stays where the user has it: it is not raised, focused or restored. */
export const tabShow: BackgroundHandler<'tab.show'> = async ({ target, deadline }, tools) => {
  const tabId = idOf(await tabOrThrow(target.tabId));
  await bringToFront(tabId, deadline - MARGIN_MS.answer, tools);
  tools.front.shown(tabId);
  return { data: { shown: true }, page: await pageNow(tabId, tools.owned, deadline) };
};
