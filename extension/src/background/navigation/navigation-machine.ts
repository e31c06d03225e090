import type { NavigationEvent } from './navigation-events.ts';

export type NavigationPhase =
  | { name: 'armed' }
  | { name: 'begun' }
  | { name: 'committed'; documentId: string }
  /** Aborted before it was committed. Another navigation may be the reason, and may follow. */
  | { name: 'aborted'; error: string }
  | { name: 'completed' }
  | { name: 'failed'; error: string }
  | { name: 'removed' };

/** Not a failure yet: another navigation may have replaced it, or the response is not a page. */
export const ABORTED = 'net::ERR_ABORTED';

/**
 * Follows a navigation that was requested while armed. It ignores documents that were already loading before: only a
 * navigation that *begins* after the arming can commit, and only the last one counts.
 */
export function follow(
  phase: NavigationPhase,
  event: NavigationEvent,
  wanted: string | null,
): NavigationPhase {
  if (isSettled(phase)) return phase;
  switch (event.type) {
    case 'removed':
      // Chrome itself closes a new tab whose URL turned out to be a download.
      return phase.name === 'aborted' ? { name: 'failed', error: phase.error } : { name: 'removed' };
    case 'begun':
      return { name: 'begun' };
    case 'committed':
      return phase.name === 'armed' ? phase : { name: 'committed', documentId: event.documentId };
    case 'completed':
      return phase.name === 'committed' && phase.documentId === event.documentId
        ? { name: 'completed' }
        : phase;
    case 'same-document':
      // Only ours counts: pages call pushState on their own.
      return phase.name === 'armed' && (wanted === null || sameUrl(event.url, wanted))
        ? { name: 'completed' }
        : phase;
    case 'failed':
      return afterError(phase, event.error);
  }
}

export function isSettled(phase: NavigationPhase): boolean {
  return phase.name === 'completed' || phase.name === 'failed' || phase.name === 'removed';
}

/** The state of the tab, for events that come late or never: downloads, "no content", prerendered pages. */
export function settle(phase: NavigationPhase, tabIsLoading: boolean): NavigationPhase {
  if (tabIsLoading) return phase;
  if (phase.name === 'aborted') return { name: 'failed', error: phase.error };
  if (phase.name === 'committed') return { name: 'completed' };
  return phase;
}

function afterError(phase: NavigationPhase, error: string): NavigationPhase {
  // The end of an older navigation that ours replaced.
  if (phase.name === 'armed') return phase;
  if (error !== ABORTED) return { name: 'failed', error };
  // The page is there. Only the rest of its loading was stopped.
  return phase.name === 'committed' ? { name: 'completed' } : { name: 'aborted', error };
}

function sameUrl(one: string, other: string): boolean {
  return normal(one) === normal(other);
}

function normal(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url;
}
