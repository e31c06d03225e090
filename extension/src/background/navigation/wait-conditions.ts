import { ProtocolError } from '@bproxy/shared';
import type { Found } from '../../content-messages.ts';
import { askPage, type Pages } from '../page/content-rpc.ts';
import { pageNow } from '../page/page-now.ts';
import type { OwnedTabs } from '../tabs/owned-tabs.ts';
import { tabOrThrow } from '../tabs/tab-page.ts';
import { urlMatches } from './url-match.ts';

/** `refused`: Chrome does not allow a look, at least not now. */
export type Look = 'met' | 'unmet' | 'refused';
export type Condition = (
  tabId: number,
  tools: Pages & { owned: OwnedTabs },
  until: number,
  signal: AbortSignal,
) => Promise<Look>;

export const CONDITIONS = {
  selector: (selector) => async (tabId, pages, _until, signal) => {
    const found = await look(tabId, selector, pages, signal);
    if (found === 'not-a-selector') throw notASelector(selector);
    if (found === 'found') return 'met';
    return found === 'nowhere' ? 'refused' : 'unmet';
  },
  url: (wanted) => async (tabId) => {
    const { url = '' } = await tabOrThrow(tabId);
    return urlMatches(url, wanted) ? 'met' : 'unmet';
  },
  navigation:
    (wanted) =>
    async (tabId, { owned }, until) => {
      const { url, state } = await pageNow(tabId, owned, until);
      return urlMatches(url, wanted) && state === 'ready' ? 'met' : 'unmet';
    },
} as const satisfies Record<string, (target: string) => Condition>;

async function look(tabId: number, selector: string, pages: Pages, signal: AbortSignal): Promise<Found> {
  try {
    return await askPage(pages, tabId, { type: 'find', selector }, { moment: 'now', signal });
  } catch (error) {
    const code = error instanceof ProtocolError ? error.error.code : null;
    if (code === 'TAB_NOT_FOUND' || code === 'TAB_TAKEN' || code === 'TAB_ASLEEP') throw error;
    // Otherwise the document is being replaced.
    return code === 'PAGE_RESTRICTED' || code === 'PAGE_CRASHED' ? 'nowhere' : 'absent';
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
