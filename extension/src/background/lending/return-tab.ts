import { NO_GROUP } from '../groups/group-plan.ts';
import type { Loan } from './loan.ts';

/**
 * Puts a lent tab back where it was found. It closes nothing, loads nothing and brings nothing to the front. Returns
 * what is different now, because the page has moved on, or because its place is gone.
 */
export async function putBack(tabId: number, loan: Loan): Promise<string[]> {
  const { windowId, index, pinned, muted, autoDiscardable, groupId, url } = loan;
  const tries = [
    () => chrome.tabs.update(tabId, { pinned }),
    () => chrome.tabs.move(tabId, { windowId, index }),
    () => chrome.tabs.update(tabId, { muted, autoDiscardable }),
    ...(groupId === NO_GROUP
      ? []
      : [
          // In a group that is gone, Chrome has no place for it.
          () => chrome.tabs.group({ tabIds: [tabId], groupId }),
          () => chrome.tabs.move(tabId, { index }),
        ]),
  ];
  for (const attempt of tries) await attempt().then(undefined, () => undefined);
  const now = await chrome.tabs.get(tabId).catch(() => null);
  if (!now) return [];
  return [
    ...(now.url === url ? [] : ['url']),
    ...(now.windowId === windowId ? [] : ['window']),
    ...(now.groupId === groupId ? [] : ['group']),
    ...(now.pinned === pinned ? [] : ['pinned']),
    ...((now.mutedInfo?.muted ?? false) === muted ? [] : ['muted']),
  ];
}
