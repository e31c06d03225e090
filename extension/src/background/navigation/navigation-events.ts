/** The events that Chrome reports for the top frame of a tab. */
export type NavigationEvent =
  | { type: 'begun'; url: string }
  | { type: 'committed'; url: string; documentId: string; byUser?: true; how?: 'form' | 'reload' }
  | { type: 'completed'; url: string; documentId: string }
  | { type: 'same-document'; url: string; cause: 'fragment' | 'history_state' }
  | { type: 'failed'; url: string; error: string }
  | { type: 'removed' };

type Take = (tabId: number, event: NavigationEvent) => void;

/** Passes the browser's events to the current listeners. Those come and go, but Chrome's own listeners stay. */
export class NavigationEvents {
  readonly #takers = new Set<Take>();

  subscribe(take: Take): () => void {
    this.#takers.add(take);
    return () => this.#takers.delete(take);
  }

  publish(tabId: number, event: NavigationEvent): void {
    for (const take of [...this.#takers]) take(tabId, event);
  }
}

interface Place {
  frameId: number;
  documentLifecycle: string;
}

/** A prerendered page is invisible, but fires the same events in the same tab. */
function isShown({ frameId, documentLifecycle }: Place): boolean {
  return frameId === 0 && documentLifecycle !== 'prerender';
}

/** Pages, and our `tabs.create` and `tabs.update`, navigate as `link` or `form_submit`, and never as one of these. */
const USER_TRANSITIONS = new Set([
  'typed',
  'auto_bookmark',
  'keyword',
  'keyword_generated',
  'generated',
  'start_page',
]);

interface Transition {
  transitionType: string;
  transitionQualifiers: string[];
}

/**
 * The user entered a URL of their own in the tab. Reloads and steps through the history do not count: those of a page's
 * script look the same.
 */
export function isByUser({ transitionType, transitionQualifiers }: Transition): boolean {
  if (transitionQualifiers.includes('forward_back')) return false;
  return transitionQualifiers.includes('from_address_bar') || USER_TRANSITIONS.has(transitionType);
}

function howOf(transitionType: string): { how?: 'form' | 'reload' } {
  if (transitionType === 'form_submit') return { how: 'form' };
  return transitionType === 'reload' ? { how: 'reload' } : {};
}

/** Call it while the worker's script runs: Chrome wakes the worker only for listeners registered by then. */
export function registerNavigationEvents(events: NavigationEvents): void {
  const { webNavigation } = chrome;
  webNavigation.onBeforeNavigate.addListener((d) => {
    if (isShown(d)) events.publish(d.tabId, { type: 'begun', url: d.url });
  });
  webNavigation.onCommitted.addListener((d) => {
    if (!isShown(d)) return;
    const { tabId, url, documentId } = d;
    const byUser = isByUser(d) ? { byUser: true as const } : {};
    events.publish(tabId, { type: 'committed', url, documentId, ...byUser, ...howOf(d.transitionType) });
  });
  webNavigation.onCompleted.addListener((d) => {
    if (isShown(d)) events.publish(d.tabId, { type: 'completed', url: d.url, documentId: d.documentId });
  });
  webNavigation.onErrorOccurred.addListener((d) => {
    if (isShown(d)) events.publish(d.tabId, { type: 'failed', url: d.url, error: d.error });
  });
  webNavigation.onReferenceFragmentUpdated.addListener((d) => {
    if (isShown(d)) events.publish(d.tabId, { type: 'same-document', url: d.url, cause: 'fragment' });
  });
  webNavigation.onHistoryStateUpdated.addListener((d) => {
    if (isShown(d)) events.publish(d.tabId, { type: 'same-document', url: d.url, cause: 'history_state' });
  });
  chrome.tabs.onRemoved.addListener((tabId) => events.publish(tabId, { type: 'removed' }));
}
