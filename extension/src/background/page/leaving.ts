import { type ErrorCase, ProtocolError } from '@bproxy/shared';
import type { OwnedTabs } from '../tabs/owned-tabs.ts';
import { idOf } from '../tabs/tab-page.ts';
import { LATE, within } from '../time-limit.ts';

/** The path where wxt builds entrypoints/leaving.ts. */
const LEAVING = '/leaving.js';
/** Chrome itself waits no longer for the answer of a page that it is about to leave. */
const ANSWER_MS = 1_000;

/**
 * Throws if the page would ask the user whether it may be left. For that question Chrome brings a background tab to the
 * front. Call it before the tab is navigated, reloaded or closed. The user can see and answer the question of a page
 * that is in front already.
 */
export async function refuseIfItAsks(
  tab: chrome.tabs.Tab,
  { owned }: { owned: Pick<OwnedTabs, 'refuseForeign'> },
): Promise<void> {
  // Nothing is left to object in an unloaded tab, and an injection into a source view never ends.
  if (tab.discarded || tab.url?.startsWith('view-source:')) return;
  if (tab.active && (await isFocused(tab.windowId))) return;
  // No script of ours runs in a frozen page, but Chrome's own event does, and its question comes to the front.
  if (tab.frozen) throw wouldAsk(tab, { message: FROZEN });
  const tabId = idOf(tab);
  await owned.refuseForeign(tabId);
  const answers = await within(ANSWER_MS, () => askFrames(tabId));
  // A page that does not answer us does not answer Chrome either, which then leaves it without a question.
  if (answers === LATE || !answers.includes(true)) return;
  throw wouldAsk(tab);
}

const FROZEN =
  'Chrome has frozen the page, so it cannot say whether it would ask the user before it is left. Nothing was done.';

function wouldAsk({ url = '' }: chrome.tabs.Tab, given: ErrorCase = {}): ProtocolError {
  return new ProtocolError('WOULD_ASK_USER', { ...given, details: { url } });
}

async function isFocused(windowId: number): Promise<boolean> {
  const shown = await chrome.windows.get(windowId).catch(() => null);
  return shown?.focused ?? false;
}

/** Each frame that objects makes Chrome ask. Nothing in a page that bproxy cannot enter objects. */
async function askFrames(tabId: number): Promise<unknown[]> {
  const answers = await chrome.scripting
    .executeScript({ target: { tabId, allFrames: true }, injectImmediately: true, files: [LEAVING] })
    .catch(() => []);
  return answers.map(({ result }) => result);
}
