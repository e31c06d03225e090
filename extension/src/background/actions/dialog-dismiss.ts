import { ProtocolError } from '@bproxy/shared';
import { pageNow } from '../page/page-now.ts';
import { refuseAsleep } from '../tabs/asleep.ts';
import { idOf, tabOrThrow } from '../tabs/tab-page.ts';
import { sleep } from '../time-limit.ts';
import type { BackgroundHandler } from './handler.ts';

/** A page that only computes answers within this time. */
const ANSWER_MS = 1_500;
const CLOSING_MS = 2_000;
const LOOK_EVERY_MS = 50;

/**
 * Chrome closes the dialogs of a page when another tab comes to the front. So an empty tab comes there for a moment, and
 * none of the user's: what they type in that moment must not reach a page.
 */
export const dialogDismiss: BackgroundHandler<'dialog.dismiss'> = async ({ target, deadline }, tools) => {
  const { silent, owned, signal } = tools;
  const tab = refuseAsleep(await tabOrThrow(target.tabId));
  const tabId = idOf(tab);
  // In a tab that is not in front, Chrome itself answers No.
  if (!tab.active || (await silent.answers(tabId, ANSWER_MS))) {
    return { data: { dismissed: false }, page: await pageNow(tabId, owned, deadline) };
  }
  await owned.refuseForeign(tabId);
  const blank = await chrome.tabs.create({ windowId: tab.windowId, index: tab.index + 1, active: true });
  const until = Math.min(Date.now() + CLOSING_MS, deadline);
  try {
    while (Date.now() < until && !signal.aborted && !(await silent.answers(tabId, LOOK_EVERY_MS))) {
      await sleep(LOOK_EVERY_MS, signal);
    }
  } finally {
    await chrome.tabs.update(tabId, { active: true }).catch(() => undefined);
    if (blank.id !== undefined) await chrome.tabs.remove(blank.id).catch(() => undefined);
  }
  if (!(await silent.answers(tabId, ANSWER_MS))) throw needsUser();
  return { data: { dismissed: true, answered: 'no' }, page: await pageNow(tabId, owned, deadline) };
};

/** It may ask whether the page may be left, and that question stays. */
function needsUser(): ProtocolError {
  return new ProtocolError('HUMAN_REQUIRED', {
    message: 'The page still shows a question that only the user can answer, or is very busy.',
    details: { kind: 'dialog' },
  });
}
