import { inTurn } from '../keyed-store.ts';
import { notifyOfAsk, withdrawNotification } from './ask-notification.ts';

const ASKING = { text: 'you', color: '#1a73e8' };

/** Tabs known to have no badge of ours. Every request checks this, and hardly any has a badge to clear. */
const clean = new Set<number>();

/** A request clears the last ask of its tab, and may ask again before the clearing is done. */
const turn = inTurn();

/**
 * Shows on the tab's own badge, and in a notification, that the agent waits for the user there, and why. Nothing comes
 * to the front, because the user may be typing elsewhere. Nothing is put into the page, because the page could see it.
 * Chrome removes the badge when the tab loads another page.
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

/** Called for the agent's next step in that tab, which shows that the user has done what was asked. */
export function clearAsk(tabId: number): void {
  if (clean.has(tabId)) return;
  clean.add(tabId);
  settle(async () => {
    const { action } = chrome;
    if ((await action.getBadgeText({ tabId })) !== ASKING.text) return;
    await withdrawNotification(tabId);
    // Without a text the tab goes back to the badge of all tabs. A title cannot be reset like that.
    await action.setBadgeText({ tabId });
    await action.setTitle({ tabId, title: await action.getTitle({}) });
  });
}

/** A lost badge or notification is not worth an error, because the answer carries the same message. */
function settle(work: () => Promise<void>): void {
  void turn(work).catch(() => undefined);
}
