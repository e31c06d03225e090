import { ProtocolError } from '@bproxy/shared';
import { sleep } from './time-limit.ts';

const FIRST_LOOK_MS = 2_500;
/** A page that is only busy answers within this; a long text takes Chrome seconds to lay out. */
const ANSWER_MS = 4_000;
const ANSWER_MS_PER_CHARACTER = 0.01;

/**
 * Rejects with DIALOG_OPEN when a page that was acted upon stops answering: alert, confirm and prompt hold
 * everything in it until a person closes them, our own script too. Never resolves.
 */
export async function untilBlocked(
  tabId: number,
  acted: Promise<void>,
  over: AbortSignal,
  characters: number,
): Promise<never> {
  const patience = ANSWER_MS + characters * ANSWER_MS_PER_CHARACTER;
  await acted;
  for (;;) {
    await sleep(FIRST_LOOK_MS);
    if (over.aborted) return new Promise(() => {});
    if (await answers(tabId, patience)) continue;
    if (over.aborted) return new Promise(() => {});
    throw new ProtocolError('DIALOG_OPEN', {
      message: 'The action was done, and the page does not answer since: it shows a dialog, or is very busy.',
    });
  }
}

async function answers(tabId: number, patience: number): Promise<boolean> {
  const probe = chrome.scripting
    .executeScript({ target: { tabId }, func: () => true, injectImmediately: true })
    // A page that cannot be entered any more is not held by a dialog.
    .then(
      () => true,
      () => true,
    );
  return Promise.race([probe, sleep(patience).then(() => false)]);
}
