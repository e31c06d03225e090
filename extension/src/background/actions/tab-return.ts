import { NO_PAGE, ProtocolError } from '@bproxy/shared';
import { putBack } from '../lending/return-tab.ts';
import { idOf, tabOrThrow } from '../tabs/tab-page.ts';
import type { BackgroundHandler } from './handler.ts';

export const tabReturn: BackgroundHandler<'tab.return'> = async ({ target }, { owned, groups }) => {
  const tabId = idOf(await tabOrThrow(target.tabId));
  const loan = await owned.loanOf(tabId);
  if (!loan) throw new ProtocolError('TAB_NOT_BORROWED');
  // From here on nothing of bproxy reaches it.
  await owned.release([tabId]);
  await groups.leave(tabId);
  const changed = await putBack(tabId, loan);
  return { data: { returned: true, ...(changed.length > 0 ? { changed } : {}) }, page: NO_PAGE };
};
