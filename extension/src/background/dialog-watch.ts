import { ProtocolError } from '@bproxy/shared';

const FIRST_LOOK_MS = 2_500;
const ANSWER_MS = 1_500;

/**
 * Rejects with DIALOG_OPEN when a page that was acted upon stops answering: alert, confirm and prompt hold
 * everything in it until a person closes them, our own script too. Never resolves.
 */
export async function untilBlocked(tabId: number, acted: Promise<void>, over: AbortSignal): Promise<never> {
  await acted;
  for (;;) {
    await sleep(FIRST_LOOK_MS);
    if (over.aborted) return new Promise(() => {});
    if (await answers(tabId)) continue;
    if (over.aborted) return new Promise(() => {});
    throw new ProtocolError('DIALOG_OPEN', {
      message: 'The action was done, and the page does not answer since: it shows a dialog, or is very busy.',
    });
  }
}

async function answers(tabId: number): Promise<boolean> {
  const probe = chrome.scripting
    .executeScript({ target: { tabId }, func: () => true, injectImmediately: true })
    // A page that cannot be entered any more is not held by a dialog.
    .then(
      () => true,
      () => true,
    );
  return Promise.race([probe, sleep(ANSWER_MS).then(() => false)]);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
