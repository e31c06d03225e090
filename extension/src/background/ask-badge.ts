const ASKING = { text: 'you', color: '#1a73e8' };

/**
 * Shows on the tab's own badge that somebody is waited for there, and why. Nothing comes to the front: the user
 * may be typing elsewhere. Chrome takes it down when the tab loads another page.
 */
export function showAsk(tabId: number, why: string): void {
  const { action } = chrome;
  settle(action.setBadgeText({ tabId, text: ASKING.text }));
  settle(action.setBadgeBackgroundColor({ tabId, color: ASKING.color }));
  settle(action.setTitle({ tabId, title: `bproxy waits for you here: ${why}` }));
}

/** For the agent's next step in that tab: it says that the user has done what was asked. */
export function clearAsk(tabId: number): void {
  settle(clear(tabId));
}

async function clear(tabId: number): Promise<void> {
  const { action } = chrome;
  if ((await action.getBadgeText({ tabId })) !== ASKING.text) return;
  // Without a text the tab goes back to the badge of all tabs; a title has no such way back.
  await action.setBadgeText({ tabId });
  await action.setTitle({ tabId, title: await action.getTitle({}) });
}

/** A lost badge is not worth an error: the answer says the same. */
function settle(work: Promise<unknown>): void {
  void work.catch(() => undefined);
}
