import * as own from '../dom/own-properties.ts';

/** These go on in pages at rest. */
const ENDLESS = new Set(['beacon', 'ping']);
/** Chrome lists no more of what a page loads. */
const MOST_LISTED = 250;

/** What tells a page that still works from one at rest: its content, and what it has loaded. */
export function quietSign(): { isLoaded: boolean; sign: string; isListFull: boolean } {
  const loaded = performance.getEntriesByType('resource');
  const counted = loaded.filter(
    (entry) => !(entry instanceof PerformanceResourceTiming && ENDLESS.has(entry.initiatorType)),
  );
  const body: HTMLElement | null = own.body(document);
  const sign = [
    location.href,
    own.getElementsByTagName(document, '*').length,
    body ? (own.textContent(body)?.length ?? 0) : 0,
    body ? own.scrollHeight(body) : 0,
    counted.length,
  ].join();
  return {
    isLoaded: own.readyState(document) === 'complete',
    sign,
    isListFull: loaded.length >= MOST_LISTED,
  };
}
