import { inTurn } from '../keyed-store.ts';
import { notifyOfAsk, withdrawNotification } from './ask-notification.ts';

const ASKING = { text: 'you', color: '#1a73e8' };

/** Tabs that are known to have no badge of ours: every request asks, and hardly one of them has to clear it. */
const clean = new Set<number>();

/** A request clears the last ask of its tab, and may ask again before that is done. */
const turn = inTurn();

/**
 * Shows on the tab's own badge, and in a notification, that somebody is waited for there, and why. Nothing comes
 * to the front: the user may be typing elsewhere. Nothing is put into the page, which could see it. Chrome takes
 * the badge down when the tab loads another page.
 */
export function showAsk(tabId: number, why: string): void {
  clean.delete(tabId);
  settle(async () => {
    const { action } = chrome;
    await action.setBadgeText({ tabId, text: ASKING.text });
    await action.setBadgeBackgroundColor({ tabId, color: ASKING.color });
    await action.setTitle({ tabId, title: `bproxy waits for you here: ${why}` });
    await notifyOfAsk(tabId, why);
  });
}

/** For the agent's next step in that tab: it says that the user has done what was asked. */
export function clearAsk(tabId: number): void {
  if (clean.has(tabId)) return;
  clean.add(tabId);
  settle(async () => {
    const { action } = chrome;
    if ((await action.getBadgeText({ tabId })) !== ASKING.text) return;
    await withdrawNotification(tabId);
    // Without a text the tab goes back to the badge of all tabs; a title has no such way back.
    await action.setBadgeText({ tabId });
    await action.setTitle({ tabId, title: await action.getTitle({}) });
  });
}

/** A lost badge or notification is not worth an error: the answer says the same. */
function settle(work: () => Promise<void>): void {
  void turn(work).catch(() => undefined);
}
