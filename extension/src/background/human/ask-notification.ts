import { cut } from '../../cut.ts';
import type { NavigationEvents } from '../navigation/navigation-events.ts';

const PREFIX = 'ask:';
/** The longest host name that DNS allows, plus a port. */
const LONGEST_HOST = 260;

/**
 * Shows the reason in words, even to a user who looks at another window. Each tab has one notification, and a newer one
 * replaces it.
 */
export async function notifyOfAsk(tabId: number, why: string): Promise<void> {
  await chrome.notifications.create(PREFIX + tabId, {
    type: 'basic',
    iconUrl: chrome.runtime.getURL('icon/128.png'),
    title: 'bproxy waits for you',
    message: why,
    contextMessage: await placeOf(tabId),
    // A person may be away for longer than a notification usually stays.
    requireInteraction: true,
  });
}

export async function withdrawNotification(tabId: number): Promise<void> {
  await chrome.notifications.clear(PREFIX + tabId);
}

/**
 * A click takes the user to the tab: only a person brings something to the front. The notification disappears with its
 * page.
 */
export function registerAskNotifications(events: NavigationEvents): void {
  chrome.notifications.onClicked.addListener((id) => {
    if (id.startsWith(PREFIX)) void goTo(Number(id.slice(PREFIX.length))).catch(() => undefined);
  });
  events.subscribe((tabId, { type }) => {
    if (type === 'committed' || type === 'removed') void withdrawNotification(tabId).catch(() => undefined);
  });
}

async function goTo(tabId: number): Promise<void> {
  await chrome.notifications.clear(PREFIX + tabId);
  const tab = await chrome.tabs.update(tabId, { active: true });
  if (tab) await chrome.windows.update(tab.windowId, { focused: true });
}

/** Only the site, because other people may see a notification. */
async function placeOf(tabId: number): Promise<string> {
  const { url } = await chrome.tabs.get(tabId);
  return url && URL.canParse(url) ? cut(new URL(url).host, LONGEST_HOST) : '';
}
