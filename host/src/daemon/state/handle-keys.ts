import type { SessionId, TabHandle } from '@bproxy/shared';
import type { ChromeTab } from './sessions.ts';

export interface HandleScope {
  session: SessionId;
  tab: TabHandle;
  chrome: ChromeTab;
}

/** For keys that contain the tab. */
export function isOf(chrome: ChromeTab): (key: string) => boolean {
  return (key) => key.includes(`|${pageKey(chrome)}|`);
}

/** The same key for a tab that has another id. */
export function renamed(key: string, was: ChromeTab, now: ChromeTab): string {
  return key.replace(`|${pageKey(was)}|`, () => `|${pageKey(now)}|`);
}

export function pageKey(chrome: ChromeTab): string {
  return `${chrome.instance}:${chrome.tabId}`;
}

/** Keys end with a bar, so no key is the prefix of another. */
export function tabKey(scope: HandleScope): string {
  return `${scope.session}|${scope.tab}|${pageKey(scope.chrome)}|`;
}

export function kindKey(scope: HandleScope, prefix: string): string {
  return `${tabKey(scope)}${prefix}|`;
}
