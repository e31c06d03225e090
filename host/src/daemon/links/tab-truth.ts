import type { ReplacedTab, ToDaemonMessage } from '@bproxy/shared';
import type { PipelineContext } from '../context.ts';
import type { Browser } from '../state/browsers.ts';
import type { ChromeTab } from '../state/sessions.ts';
import { tabJoined, tabLost, tabMoved, tabReplaced, tabSeen, tabTaken } from '../state/tab-facts.ts';

type TabMessage = Extract<
  ToDaemonMessage,
  { type: 'navigation' | 'tab-updated' | 'tab-removed' | 'tab-taken' | 'tab-replaced' | 'tab-opened' }
>;

/** Applies the browser's tab events. Events of tabs outside every session are ignored. */
export function tabMessage(instance: string, message: TabMessage, context: PipelineContext): void {
  const chrome = { instance, tabId: message.tabId };
  if (message.type === 'tab-opened') {
    adopt(chrome, message, context);
    return;
  }
  if (message.type === 'tab-replaced') {
    followReplaced(instance, message, context);
    return;
  }
  const owner = context.sessions.ownerOf(chrome);
  if (!owner) return;
  switch (message.type) {
    case 'navigation':
      tabMoved(owner, message.url, message.cause === 'committed', context);
      break;
    case 'tab-updated':
      tabSeen(owner, message, context);
      break;
    case 'tab-removed':
      tabLost(owner, 'tab_removed', context);
      break;
    case 'tab-taken':
      tabTaken(owner, context);
      break;
  }
}

/** A browser has connected or reconnected. Its list decides which of our tabs still exist. */
export function browserArrived(
  browser: Browser,
  runBefore: string | undefined,
  context: PipelineContext,
): void {
  const sameRun = runBefore === browser.browserRun;
  // Ids are unique within a run, so a replacement that is known already changes nothing.
  if (sameRun) for (const tab of browser.hello.replaced ?? []) followReplaced(browser.instance, tab, context);
  const present = new Map(browser.hello.tabs.map((tab) => [tab.tabId, tab]));
  for (const owned of context.sessions.tabsOf(browser.instance)) {
    // After a browser restart, the old ids belong to other tabs or to none.
    const now = sameRun ? present.get(owned.tab.chrome.tabId) : undefined;
    if (now) tabSeen(owned, now, context);
    else if (sameRun && browser.hello.taken?.includes(owned.tab.chrome.tabId)) tabTaken(owned, context);
    else tabLost(owned, sameRun ? 'tab_removed' : 'browser_restart', context);
  }
  release(browser, runBefore === undefined, context);
}

function followReplaced(instance: string, { tabId, was }: ReplacedTab, context: PipelineContext): void {
  const owner = context.sessions.ownerOf({ instance, tabId: was });
  if (owner) tabReplaced(owner, tabId, context);
}

/** Hands the tabs of sessions that ended with an earlier daemon over to the user, and lent tabs of ended sessions. */
function release(browser: Browser, isNew: boolean, { sessions, log }: PipelineContext): void {
  const tabIds = browser.hello.tabs
    .filter(({ tabId, lent }) => (isNew || lent) && !sessions.ownerOf({ instance: browser.instance, tabId }))
    .map(({ tabId }) => tabId);
  if (tabIds.length === 0) return;
  log('tabs_released', { client: browser.instance, count: tabIds.length });
  browser.link?.send({ type: 'release', tabIds });
}

/** A page of the session opened a tab. The tab joins the session but does not become the current one. */
function adopt(
  chrome: ChromeTab,
  message: Extract<TabMessage, { type: 'tab-opened' }>,
  context: PipelineContext,
): void {
  const opener = context.sessions.ownerOf({ instance: chrome.instance, tabId: message.openerTabId });
  if (!opener || context.sessions.ownerOf(chrome)) return;
  const tab = tabJoined(opener.session, chrome, message, context);
  tab.opener = opener.tab.handle;
  context.log('tab_joined', { session: opener.session.id, tab: tab.handle, opener: opener.tab.handle });
}
