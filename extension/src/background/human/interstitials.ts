import { type PageState, ProtocolError } from '@bproxy/shared';
import { askPage, type Pages } from '../page/content-rpc.ts';
import type { OwnedTabs } from '../tabs/owned-tabs.ts';
import { LATE, sleep, within } from '../time-limit.ts';
import { showAsk } from './ask-badge.ts';
import type { InterstitialKind } from './interstitial-places.ts';
import { type Interstitial, interstitialOn, MARKS } from './interstitial-rules.ts';

/** A page that shows a dialog never answers. */
const LOOK_MS = 1_000;
/** A browser that a person uses passes most challenges by itself within a few seconds. */
const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 500;

const MESSAGES: Record<InterstitialKind, string> = {
  captcha: 'A CAPTCHA blocks the page: the user has to solve it.',
  challenge: 'A challenge blocks the page: the site checks whether a person is there.',
  consent: 'A consent page blocks the page: the user has to decide what to agree to.',
  signin: 'The page asks to sign in: the user has to do that.',
};

type LookedAt = Pages & { owned: Pick<OwnedTabs, 'has'>; signal: AbortSignal };

interface FoundInterstitial extends Interstitial {
  message: string;
}

/**
 * The obstacle in front of the page that the tab has loaded. Null if there is none, or if bproxy cannot tell. Call it
 * after every navigation that the agent caused. If there is an obstacle, the tab's badge calls the user.
 */
export async function findInterstitial(
  tabId: number,
  until: number,
  pages: LookedAt,
): Promise<FoundInterstitial | null> {
  const patience = Math.min(Date.now() + PATIENCE_MS, until - LOOK_MS);
  for (let challenged = false; ; challenged = true) {
    const found = await look(tabId, until, pages);
    const mayPass = found ? found.kind === 'challenge' : challenged && (await isLoading(tabId));
    if (mayPass && Date.now() < patience) {
      await sleep(LOOK_EVERY_MS, pages.signal);
      pages.signal.throwIfAborted();
      continue;
    }
    if (!found) return null;
    const message = MESSAGES[found.kind];
    showAsk(tabId, message);
    return { ...found, message };
  }
}

/** For actions that answer with the page itself: they fail, and the daemon pauses the session. */
export function personNeeded({ kind, evidence, message }: FoundInterstitial, page: PageState): ProtocolError {
  return new ProtocolError('HUMAN_REQUIRED', {
    message,
    details: { kind, evidence, url: page.url, title: page.title },
  });
}

async function look(tabId: number, until: number, pages: LookedAt): Promise<Interstitial | null> {
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  // The user may have taken the tab while its page loaded.
  if (!(await pages.owned.has(tabId))) return null;
  // All other pages are Chrome's own, and an injection into a source view never ends.
  if (!tab?.url || !/^https?:/.test(tab.url)) return null;
  const facts = await within(
    Math.min(LOOK_MS, until - Date.now()),
    (signal) =>
      // A page that bproxy cannot enter has no facts.
      askPage(pages, tabId, { type: 'facts', marks: MARKS }, { moment: 'now', signal }).catch(() => null),
    pages.signal,
  );
  if (facts === LATE || !facts) return null;
  return interstitialOn({ url: tab.url, title: tab.title ?? '', facts });
}

async function isLoading(tabId: number): Promise<boolean> {
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  return tab?.status === 'loading';
}
