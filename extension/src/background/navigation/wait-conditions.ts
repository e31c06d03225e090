import { ProtocolError } from '@bproxy/shared';
import { type Found, findInPage, isFound } from '../../content/looking/find-in-page.ts';
import { pageNow } from '../page/page-now.ts';
import type { OwnedTabs } from '../tabs/owned-tabs.ts';
import { tabOrThrow } from '../tabs/tab-page.ts';
import { urlMatches } from './url-match.ts';

/** `refused`: Chrome lets nobody look, at least not now. */
export type Look = 'met' | 'unmet' | 'refused';
export type Condition = (tabId: number, owned: OwnedTabs, until: number) => Promise<Look>;

export const CONDITIONS = {
  selector: (selector) => async (tabId) => {
    const found = await look(tabId, selector);
    if (found === 'not-a-selector') throw notASelector(selector);
    if (found === 'found') return 'met';
    return found === 'nowhere' ? 'refused' : 'unmet';
  },
  url: (wanted) => async (tabId) => {
    const { url = '' } = await tabOrThrow(tabId);
    return urlMatches(url, wanted) ? 'met' : 'unmet';
  },
  navigation: (wanted) => async (tabId, owned, until) => {
    const { url, state } = await pageNow(tabId, owned, until);
    return urlMatches(url, wanted) && state === 'ready' ? 'met' : 'unmet';
  },
} as const satisfies Record<string, (target: string) => Condition>;

async function look(tabId: number, selector: string): Promise<Found> {
  const { url = '' } = await tabOrThrow(tabId);
  // An injection into a source view never ends.
  if (url.startsWith('view-source:')) return 'nowhere';
  try {
    const [answer] = await chrome.scripting.executeScript({
      target: { tabId, frameIds: [0] },
      // Without it, Chrome would hold the script back until a slow page has loaded.
      injectImmediately: true,
      func: findInPage,
      args: [selector],
    });
    return isFound(answer?.result) ? answer.result : 'absent';
  } catch (error) {
    // The page is one that Chrome protects, or the document is being replaced.
    const text = error instanceof Error ? error.message : String(error);
    return /cannot|permission|error page/i.test(text) ? 'nowhere' : 'absent';
  }
}

function notASelector(selector: string): ProtocolError {
  return new ProtocolError('SCRIPT_ERROR', {
    message: `${JSON.stringify(selector)} is not a CSS selector.`,
    suggestedAction: 'Correct the selector.',
    retry: 'never',
    details: { selector },
  });
}
