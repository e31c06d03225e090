import { NO_PAGE } from '@bproxy/shared';
import { findInterstitial, personNeeded } from '../human/interstitials.ts';
import { pageNow } from '../page/page-now.ts';
import { isAsleep, tabAsleep } from '../tabs/asleep.ts';
import { MARGIN_MS } from '../time-limit.ts';
import type { BackgroundHandler } from './handler.ts';

/** Nothing but the user's look wakes it while the session is paused. */
const WAKE_IT = 'Ask the user to open the tab, which loads it, and then to do what is needed. Then repeat.';

/** Checks the page that paused the session. A closed tab no longer needs a person. */
export const sessionResume: BackgroundHandler<'session.resume'> = async ({ target, deadline }, tools) => {
  const { tabId } = target;
  const tab = tabId === null ? null : await chrome.tabs.get(tabId).catch(() => null);
  if (tabId === null || !tab) return { data: {}, page: NO_PAGE };
  if (isAsleep(tab)) throw tabAsleep({ suggestedAction: WAKE_IT });
  const found = await findInterstitial(tabId, deadline - MARGIN_MS.answer, tools);
  const page = await pageNow(tabId, tools.owned, deadline);
  if (found) throw personNeeded(found, page);
  return { data: {}, page };
};
