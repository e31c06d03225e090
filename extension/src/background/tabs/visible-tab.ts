import { next, ProtocolError, param, step } from '@bproxy/shared';
import { askPage, type Pages } from '../page/content-rpc.ts';
import { sleep, within } from '../time-limit.ts';
import { tabOrThrow } from './tab-page.ts';

const LOOK_EVERY_MS = 50;
const ACTIVATION_MS = 3_000;
/** A tab that other windows cover may get no ticks at all. */
const PAINT_MS = 500;

/** The window that shows the tab now. Throws TAB_NOT_VISIBLE if none does. */
export async function windowShowing(tabId: number): Promise<number> {
  const { windowId } = await tabOrThrow(tabId);
  const shown = await chrome.windows.get(windowId).catch(() => null);
  if (shown?.state === 'minimized') {
    throw new ProtocolError('TAB_NOT_VISIBLE', {
      message: 'The window of the tab is minimised, so there is nothing to take a picture of.',
      suggestedAction: 'Ask the user to restore the window, then repeat.',
      details: { reason: 'minimized' },
    });
  }
  if (!(await isActive(tabId, windowId))) throw inBackground();
  return windowId;
}

export async function isActive(tabId: number, windowId: number): Promise<boolean> {
  return (await activeIn(windowId)) === tabId;
}

export async function activeIn(windowId: number): Promise<number | undefined> {
  const [active] = await chrome.tabs.query({ windowId, active: true });
  return active?.id;
}

/** A person needs about this long to notice that another tab has come to the front. */
const NOTICED_MS = 1_000;
const SHIELD_MS = 300;

/**
 * Makes it the active tab of its window. The window itself stays where the user has it. For a moment the page gets
 * none of the user's keys and clicks: they were meant for the tab that was in front.
 */
export async function bringToFront(tabId: number, until: number, pages: Pages): Promise<void> {
  if (await isActive(tabId, (await tabOrThrow(tabId)).windowId)) return;
  await within(SHIELD_MS, (signal) =>
    askPage(pages, tabId, { type: 'shield', pauseMs: NOTICED_MS }, { signal, moment: 'now' }).catch(
      () => null,
    ),
  );
  const end = Math.min(until, Date.now() + ACTIVATION_MS);
  for (;;) {
    const { windowId } = await tabOrThrow(tabId);
    if (await isActive(tabId, windowId)) return;
    if (Date.now() >= end) throw inBackground();
    // Chrome refuses while the user drags a tab.
    await chrome.tabs.update(tabId, { active: true }).catch(() => null);
    if (await isActive(tabId, windowId)) return;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Until then a tab that just came to the front may still show its old picture. */
export async function painted(tabId: number): Promise<void> {
  const frames = chrome.scripting.executeScript({
    target: { tabId },
    injectImmediately: true,
    func: () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  });
  // Where no script may run, the capture itself reports the reason.
  await within(PAINT_MS, () => frames.catch(() => null));
}

function inBackground(): ProtocolError {
  return new ProtocolError('TAB_NOT_VISIBLE', {
    message: 'The tab is not the one that its window shows, and Chrome takes pictures of no other.',
    suggestedAction: next`Repeat with ${param({ activate: true })}, which brings the tab to the front for a moment, or run ${step('tab.show')} first.`,
    details: { reason: 'background' },
  });
}
