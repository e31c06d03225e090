import { type AnyForwardedRequest, type Outcome, ProtocolError } from '@bproxy/shared';
import { messageOf } from '../../thrown.ts';
import type { Tools } from '../actions/handler.ts';
import { findInterstitial, personNeeded } from '../human/interstitials.ts';
import { pageNow } from '../page/page-now.ts';
import { PATIENCE_MS } from '../page/silent-pages.ts';
import { isCrashed, isErrorPage, loadedTab, pageCrashed, pageOfTab, tabOrThrow } from '../tabs/tab-page.ts';
import { MARGIN_MS } from '../time-limit.ts';
import { armNavigation } from './navigation-wait.ts';

interface Load {
  tabId: number;
  /** Null for any address, as of a step in the history. */
  url: string | null;
  /** Tells Chrome to begin. */
  begin(): Promise<unknown>;
  /** For what may not begin at all. */
  begins?: { withinMs: number; otherwise(): ProtocolError };
}

export type Loaded = Pick<Outcome<'navigate'>, keyof Outcome>;

/** Loads a page in a tab of ours and waits until it is there. Fails if a person is needed on it. */
export async function loadInTab(
  { tabId, url, begin, begins }: Load,
  { deadline }: AnyForwardedRequest,
  tools: Tools,
): Promise<Loaded> {
  const { events, owned, silent } = tools;
  const startedAt = Date.now();
  const wait = armNavigation(events, url);
  try {
    wait.attach(tabId);
    await owned.refuseForeign(tabId);
    const go = async (signal: AbortSignal) => {
      await begin().catch((error: unknown) => refused(tabId, error));
      if (begins && !(await wait.begun(begins.withinMs, signal))) throw begins.otherwise();
      return arrival(tabId, deadline, wait, startedAt, { ...tools, signal });
    };
    return await silent.whileItAnswers((signal) => go(signal).catch(toldIfClosed), {
      signal: tools.signal,
      tabId,
      deadline,
      patience: PATIENCE_MS,
      message: () =>
        wait.hasReplaced()
          ? 'The new page shows a dialog, or is very busy: it does not answer.'
          : 'The old page does not answer: it asks whether it may be left, or is very busy.',
    });
  } finally {
    wait.dispose();
  }
}

async function refused(tabId: number, error: unknown): Promise<never> {
  await tabOrThrow(tabId);
  throw new ProtocolError('NAVIGATION_FAILED', { details: { cause: messageOf(error) } });
}

async function arrival(
  tabId: number,
  deadline: number,
  wait: ReturnType<typeof armNavigation>,
  startedAt: number,
  tools: Tools,
): Promise<Loaded> {
  const end = await wait.finished(deadline, tools.signal);
  const page = pageOfTab(await (end === 'completed' ? loadedTab(tabId) : tabOrThrow(tabId)));
  if (end === 'loading') {
    throw new ProtocolError('TIMEOUT', {
      message: 'The page was still loading at the deadline.',
      details: { url: page.url, state: page.state },
    });
  }
  if (isErrorPage(page.url))
    throw new ProtocolError('NAVIGATION_FAILED', { details: { cause: 'error page' } });
  const loadTime = Date.now() - startedAt;
  const found = await findInterstitial(tabId, deadline - MARGIN_MS.lastLook, tools);
  // A challenge that passed in the meantime has led on to the page itself.
  const tab = await loadedTab(tabId);
  if (isCrashed(tab)) throw pageCrashed(tab);
  const now = await pageNow(tabId, tools.owned, deadline);
  if (found) throw personNeeded(found, now);
  const sameDocument = wait.hasReplaced() ? {} : { sameDocument: true as const };
  return {
    data: { url: now.url, title: now.title, loadTime, ...sameDocument },
    effect: { seen: 'navigation' },
    page: now,
  };
}

/** The navigation had already started, so a closed tab does not mean that nothing happened. */
function toldIfClosed(error: unknown): never {
  if (!(error instanceof ProtocolError) || error.error.code !== 'TAB_NOT_FOUND') throw error;
  const message = 'The tab was closed while the page was loading: the address may have been visited.';
  throw new ProtocolError('TAB_NOT_FOUND', { message });
}
