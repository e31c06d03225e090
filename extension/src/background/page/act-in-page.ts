import { type Outcome, type PageState, ProtocolError } from '@bproxy/shared';
import type { AnyContentRequest, ContentAction } from '../../content-messages.ts';
import type { Tools } from '../actions/handler.ts';
import { fillInParts, partsOfForm } from '../frames/fill-form-in-frames.ts';
import { type AimedFrame, fateOf, frameLost, frameOfRequest } from '../frames/frame-document.ts';
import { FrameList } from '../frames/frame-list.ts';
import { findInterstitial, personNeeded } from '../human/interstitials.ts';
import { A_DOWNLOAD } from '../navigation/navigation-failure.ts';
import { armNavigation } from '../navigation/navigation-wait.ts';
import { idOf, isCrashed, loadedTab, pageCrashed, pageOfTab, tabGone } from '../tabs/tab-page.ts';
import { MARGIN_MS } from '../time-limit.ts';
import { withDialogs } from './answered-dialogs.ts';
import { documentFor, FocusInFrame, type HowToRun, runInPage } from './content-rpc.ts';
import type { DocumentRef } from './document-ref.ts';
import { dataOfLeftPage } from './left-page.ts';
import { pageNow } from './page-now.ts';
import { PageDied } from './page-ports.ts';
import { patienceAfter } from './silent-pages.ts';

/**
 * Runs an action that may change the page. If the action makes the tab navigate, the navigation was its purpose. So the
 * answer waits for the new page and reports its state, although the old page is gone and cannot answer.
 */
export async function actInPage(request: AnyContentRequest, tools: Tools): Promise<Outcome<ContentAction>> {
  if (request.action === 'fill-form') {
    const parts = partsOfForm(request);
    if (parts.length > 1) return fillInParts(request, parts, (part) => actInDocument(part, tools));
  }
  return whereFocusIs(request, (aimed) => actInDocument(aimed, tools));
}

/** Keys without a target go to the element with the focus, in whatever frame that is. */
async function whereFocusIs<T>(
  request: AnyContentRequest,
  act: (aimed: AnyContentRequest) => Promise<T>,
): Promise<T> {
  let aimed = request;
  for (let level = 0; ; level += 1) {
    try {
      return await act(aimed);
    } catch (thrown) {
      if (!(thrown instanceof FocusInFrame) || level >= DEEPEST) throw thrown;
      // as: every action that goes to the focus may name a frame.
      aimed = { ...request, params: { ...request.params, frame: thrown.frame } } as AnyContentRequest;
    }
  }
}

/** No page that people write has deeper frames. */
const DEEPEST = 20;

async function actInDocument(request: AnyContentRequest, tools: Tools): Promise<Outcome<ContentAction>> {
  const { tabId } = request.target;
  if (tabId === null) throw tabGone();
  const frame = frameOfRequest({ type: 'run', request });
  // Only a page that answers gets an action. A silent page would run it later, when the agent no longer expects it.
  await tools.silent.refuseKnown(tabId);
  tools.silent.attend(tabId, frame && { ...frame, tabId });
  await tools.silent.refuseSilent(tabId, request.deadline);
  const started = Date.now();
  const navigation = armNavigation(tools.events, '');
  let acting = () => {};
  const begun = new Promise<void>((resolve) => {
    acting = resolve;
  });
  const opened: Promise<void>[] = [];
  const opens = (url: string) => void opened.push(tools.openFor(tabId, url));
  const leaves = (posts: boolean) => tools.forms.expect(tabId, posts);
  const names = new FrameList(tabId, request.deadline, (document) =>
    tools.frameNames.nameOf(document, request.firstFrame ?? 1),
  );
  const places = (document: DocumentRef) => names.places(document);
  const seenBy = { isShown: tools.front.isShown(tabId), isInFront: await tools.front.has(tabId) };
  const filePart = (file: number, from: number) => tools.fileParts.ask({ id: request.id, file, from });
  const stopWatching = tools.putBack.watch(tabId);
  navigation.attach(tabId);
  try {
    const outcome = await tools.silent.whileItAnswers(
      (signal) =>
        answering(request, tools, { acting, opens, leaves, filePart, places, signal, seenBy }, started),
      {
        tabId,
        deadline: request.deadline,
        patience: patienceAfter(weightOf(request)),
        message: () =>
          'The action was done, and the page does not answer since: it shows a dialog, or is very busy.',
        from: begun,
        signal: tools.signal,
      },
    );
    // Before the answer, so that the daemon can name them in it.
    await Promise.all(opened);
    if (!navigation.hasBegun()) {
      // A frame does not know where the tab is.
      return frame ? { ...outcome, page: await pageNow(tabId, tools.owned, request.deadline) } : outcome;
    }
    const page = await pageAfter(tabId, request.deadline, navigation, outcome.page, tools);
    if (!navigation.hasReplaced()) {
      const downloading = navigation.wasAborted() ? { download: 'likely' as const, hint: A_DOWNLOAD } : {};
      return { ...outcome, effect: { seen: 'none', ...outcome.effect, ...downloading }, page };
    }
    return { ...outcome, data: afterLeaving(outcome.data), effect: LEFT, page };
  } finally {
    stopWatching();
    navigation.dispose();
  }
}

/** What the page has to work through, in characters. */
function weightOf({ params }: AnyContentRequest): number {
  const files = 'files' in params ? params.files : [];
  return JSON.stringify(params).length + files.reduce((sum, { size }) => sum + size / 100, 0);
}

/** With the dialogs of the page answered, if the agent has said how. */
async function answering(
  request: AnyContentRequest,
  tools: Tools,
  options: HowToRun,
  started: number,
): Promise<Outcome<ContentAction>> {
  const { params, deadline, target } = request;
  const answer = 'dialogs' in params ? params.dialogs : undefined;
  const act = () => answerOf(request, tools, options, started);
  if (answer === undefined || target.tabId === null) return act();
  const document = await documentFor(tools, target.tabId, { type: 'run', request });
  const { result, dialogs } = await withDialogs(document, { answer, deadline }, act);
  return { ...result, ...(dialogs.length > 0 ? { dialogs } : {}) };
}

const LEFT = { seen: 'navigation' } as const;
const GONE = { seen: 'gone' } as const;

/** The old page may answer before it unloads, but the state that it saw is gone all the same. */
function afterLeaving(data: Outcome<ContentAction>['data']): Outcome<ContentAction>['data'] {
  return 'disappeared' in data ? { ...data, disappeared: true } : data;
}

async function answerOf(
  request: AnyContentRequest,
  tools: Tools,
  options: HowToRun,
  started: number,
): Promise<Outcome<ContentAction>> {
  try {
    return await runInPage(tools, request, options);
  } catch (error) {
    if (!(error instanceof PageDied)) throw error;
    const tab =
      request.target.tabId === null ? null : await chrome.tabs.get(request.target.tabId).catch(() => null);
    if (tab && isCrashed(tab)) throw pageCrashed(tab, crashedDuring(request, error.acted));
    const frame = frameOfRequest({ type: 'run', request });
    if (frame && tab) return inLostFrame(request, { frame, tab, died: error }, started);
    if (!error.acted) throw new ProtocolError('SCRIPT_ERROR', { message: error.message });
    const page = tab ? pageOfTab(tab) : { url: '', title: '', state: 'ready' as const, busy: false };
    return { data: dataOfLeftPage(request, Date.now() - started, error), effect: LEFT, page };
  }
}

/** The page is still there, and only the frame of the action has left it, or shows another document. */
async function inLostFrame(
  request: AnyContentRequest,
  { frame, tab, died }: { frame: AimedFrame; tab: chrome.tabs.Tab; died: PageDied },
  started: number,
): Promise<Outcome<ContentAction>> {
  const tabId = idOf(tab);
  if (!died.acted) throw await frameLost(tabId, frame);
  const effect = (await fateOf(tabId, frame)) === 'frame-gone' ? GONE : LEFT;
  return { data: dataOfLeftPage(request, Date.now() - started, died), effect, page: pageOfTab(tab) };
}

function crashedDuring({ action }: AnyContentRequest, acted: boolean): string {
  return acted
    ? `The page crashed while ${action} ran in it: it may have happened.`
    : `The page crashed before ${action} began. Nothing was done.`;
}

/** A page that fails to load, or a tab that closes itself, is a result of the action and not an error of it. */
async function pageAfter(
  tabId: number,
  deadline: number,
  navigation: ReturnType<typeof armNavigation>,
  before: PageState,
  tools: Tools,
): Promise<PageState> {
  const end = await navigation
    .finished(deadline - MARGIN_MS.newPage, tools.signal)
    .catch(() => 'failed' as const);
  if (end === 'completed') await loadedTab(tabId).catch(() => null);
  const found =
    end === 'completed' ? await findInterstitial(tabId, deadline - MARGIN_MS.newPage, tools) : null;
  const page = await pageNow(tabId, tools.owned, deadline).catch(() => null);
  if (found && page) throw personNeeded(found, page);
  return page ?? before;
}
