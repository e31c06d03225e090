import { ProtocolError } from '@bproxy/shared';
import { tabGone } from '../tabs/tab-page.ts';
import { MARGIN_MS, sleep } from '../time-limit.ts';
import type { NavigationEvent, NavigationEvents } from './navigation-events.ts';
import { loadFailure } from './navigation-failure.ts';
import { ABORTED, follow, isSettled, type NavigationPhase, settle } from './navigation-machine.ts';

const LOOK_EVERY_MS = 500;
const BEGUN_LOOK_MS = 20;

interface NavigationWait {
  /** Sets the tab to wait for. Every event of that tab since the arming counts. */
  attach(tabId: number): void;
  /** Whether the tab has started a navigation since the arming. */
  hasBegun(): boolean;
  /** The same, for a navigation that has this long to begin. */
  begun(withinMs: number, signal: AbortSignal): Promise<boolean>;
  /** Whether another document has replaced the one that was there. */
  hasReplaced(): boolean;
  /** It ended without a page, as a download does. */
  wasAborted(): boolean;
  /** `loading` if the deadline came first. */
  finished(deadline: number, signal: AbortSignal): Promise<'completed' | 'loading'>;
  dispose(): void;
}

/** Arm it before requesting the navigation: on a fast page all events fire before Chrome's promise resolves. */
export function armNavigation(events: NavigationEvents, wanted: string | null): NavigationWait {
  const heard: Array<{ tabId: number; event: NavigationEvent }> = [];
  let tabId: number | null = null;
  let phase: NavigationPhase = { name: 'armed' };
  let replaced = false;
  let wake: () => void = () => undefined;

  const take = (from: number, event: NavigationEvent) => {
    if (tabId === null) {
      heard.push({ tabId: from, event });
      return;
    }
    if (from !== tabId) return;
    phase = follow(phase, event, wanted);
    if (phase.name === 'committed') replaced = true;
    if (isSettled(phase)) wake();
  };
  const stopListening = events.subscribe(take);

  return {
    attach(id) {
      tabId = id;
      for (const { tabId: from, event } of heard.splice(0)) take(from, event);
    },
    hasBegun: () => phase.name !== 'armed',
    async begun(withinMs, signal) {
      const until = Date.now() + withinMs;
      while (phase.name === 'armed' && Date.now() < until && !signal.aborted)
        await sleep(BEGUN_LOOK_MS, signal);
      return phase.name !== 'armed';
    },
    hasReplaced: () => replaced,
    wasAborted: () => phase.name === 'failed' && phase.error === ABORTED,
    async finished(deadline, signal) {
      const until = deadline - MARGIN_MS.answer;
      while (!isSettled(phase)) {
        const left = until - Date.now();
        if (left <= 0) return 'loading';
        const woken = new AbortController();
        wake = () => woken.abort();
        await sleep(Math.min(left, LOOK_EVERY_MS), AbortSignal.any([signal, woken.signal]));
        signal.throwIfAborted();
        if (!isSettled(phase) && tabId !== null) phase = await look(tabId, phase, () => phase);
      }
      return outcome(phase);
    },
    dispose: stopListening,
  };
}

async function look(
  tabId: number,
  before: NavigationPhase,
  current: () => NavigationPhase,
): Promise<NavigationPhase> {
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  // An event that arrived during the call is more recent.
  if (current() !== before) return current();
  return tab ? settle(before, tab.status === 'loading') : follow(before, { type: 'removed' }, '');
}

function outcome(phase: NavigationPhase): 'completed' {
  if (phase.name === 'removed') throw tabGone();
  if (phase.name === 'failed') throw new ProtocolError('NAVIGATION_FAILED', loadFailure(phase.error));
  return 'completed';
}
