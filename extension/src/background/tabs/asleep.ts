import { type ErrorCase, ProtocolError } from '@bproxy/shared';

/** Chrome has unloaded the tab's page to save memory, or keeps it in memory and lets nothing run in it. */
export function isAsleep({ discarded, frozen }: Pick<chrome.tabs.Tab, 'discarded' | 'frozen'>): boolean {
  return discarded || frozen;
}

export function tabAsleep(given: ErrorCase = {}): ProtocolError {
  return new ProtocolError('TAB_ASLEEP', given);
}

/** A frozen page continues when the user looks at it, and nothing is lost. */
const BY_USER = 'Ask the user to open the tab, which wakes it. Then repeat.';

/** Call it before any use of the tab's page: a script never ends in a frozen page. */
export function refuseAsleep(tab: chrome.tabs.Tab): chrome.tabs.Tab {
  if (tab.frozen) throw tabAsleep({ message: 'Chrome has frozen the page.', suggestedAction: BY_USER });
  if (tab.discarded) throw tabAsleep();
  return tab;
}

/** Chrome does not unload a tab to save memory while a session owns it. */
export function keepAwake(tabId: number, isOurs: boolean): void {
  // The tab may be closed by now.
  chrome.tabs.update(tabId, { autoDiscardable: !isOurs }).catch(() => undefined);
}

/** No navigation reports that a tab fell asleep, and a frozen one keeps its document. */
export function registerSleep(fellAsleep: (tabId: number) => void): void {
  chrome.tabs.onUpdated.addListener((tabId, { discarded, frozen }) => {
    if (discarded || frozen) fellAsleep(tabId);
  });
}
