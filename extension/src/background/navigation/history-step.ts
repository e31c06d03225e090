import { type AnyForwardedRequest, ProtocolError } from '@bproxy/shared';
import type { Tools } from '../actions/handler.ts';
import { refuseIfItAsks } from '../page/leaving.ts';
import { refuseAsleep } from '../tabs/asleep.ts';
import { idOf, tabOrThrow } from '../tabs/tab-page.ts';
import { type Loaded, loadInTab } from './load-in-tab.ts';

/** Chrome begins a step within a few milliseconds. Only a missing entry takes longer. */
const BEGINS_MS = 1_500;

/**
 * Steps through the history by the page's own means. Chrome's call for extensions knows no entries that no person has
 * used.
 */
export async function stepInHistory(
  step: () => void,
  request: AnyForwardedRequest,
  tools: Tools,
): Promise<Loaded> {
  const tab = refuseAsleep(await tabOrThrow(request.target.tabId));
  const tabId = idOf(tab);
  await refuseIfItAsks(tab, tools);
  const { documentId } = await tools.injection.documentOf(tabId, 'now');
  const begin = () =>
    chrome.scripting.executeScript({
      target: { tabId, documentIds: [documentId] },
      injectImmediately: true,
      func: step,
    });
  return loadInTab(
    { tabId, url: null, begin, begins: { withinMs: BEGINS_MS, otherwise: noEntry } },
    request,
    tools,
  );
}

function noEntry(): ProtocolError {
  return new ProtocolError('NAVIGATION_FAILED', {
    message: 'The history of this tab has no page in that direction.',
    suggestedAction: 'Stay on this page, or navigate to an address.',
    retry: 'never',
    details: { cause: 'no-history' },
  });
}
