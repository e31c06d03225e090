import { NO_PAGE, ProtocolError } from '@bproxy/shared';
import { refuseIfItAsks } from '../page/leaving.ts';
import { PATIENCE_MS } from '../page/silent-pages.ts';
import { idOf, tabOrThrow } from '../tabs/tab-page.ts';
import { MARGIN_MS, sleep } from '../time-limit.ts';
import type { BackgroundHandler } from './handler.ts';

const LOOK_EVERY_MS = 50;

/** Closed means gone: a page may keep its tab open with a "leave this page?" question to the user. */
export const tabClose: BackgroundHandler<'tab.close'> = async (
  { target, deadline },
  { owned, groups, silent, signal },
) => {
  const tab = await tabOrThrow(target.tabId);
  const tabId = idOf(tab);
  await owned.refuseForeign(tabId);
  if (await owned.loanOf(tabId)) throw new ProtocolError('TAB_BORROWED');
  await refuseIfItAsks(tab, { owned });
  await groups.leave(tabId);
  await silent.whileItAnswers((closing) => close(tabId, deadline, closing), {
    signal,
    tabId,
    deadline,
    patience: PATIENCE_MS,
    message: () => 'The tab did not close: its page asks the user whether it may be left, or is very busy.',
  });
  return { data: { closed: true }, page: NO_PAGE };
};

async function close(tabId: number, deadline: number, signal: AbortSignal): Promise<void> {
  await chrome.tabs.remove(tabId);
  while (await chrome.tabs.get(tabId).catch(() => null)) {
    if (Date.now() > deadline - MARGIN_MS.answer) {
      throw new ProtocolError('TIMEOUT', { message: 'The tab did not close before the deadline.' });
    }
    await sleep(LOOK_EVERY_MS, signal);
    signal.throwIfAborted();
  }
}
