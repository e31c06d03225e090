import { type AnyForwardedRequest, type Outcome, ProtocolError, runsAt, traitsOf } from '@bproxy/shared';
import type { AnyContentRequest, ContentAction } from '../../content-messages.ts';
import type { BackgroundAction, BackgroundHandler, BackgroundRequests, Tools } from '../actions/handler.ts';
import { BACKGROUND_ACTIONS } from '../actions/registry.ts';
import { seesDownloads } from '../downloads/session-downloads.ts';
import { inEditorOrPage } from '../editing/choose-way.ts';
import { editText, selectText } from '../editing/edit-text.ts';
import { fillByApi } from '../editing/fill-editor.ts';
import { isFrameRead } from '../frames/frame-read.ts';
import { readWithFrames } from '../frames/read-frames.ts';
import { clearAsk } from '../human/ask-badge.ts';
import { actInPage } from '../page/act-in-page.ts';
import { runInPage } from '../page/content-rpc.ts';
import { pageNow } from '../page/page-now.ts';
import { PATIENCE_MS } from '../page/silent-pages.ts';
import { tabAsleep } from '../tabs/asleep.ts';
import { tabGone } from '../tabs/tab-page.ts';

/** Runs it in one of our tabs, and passes on nothing from a tab that the user took in the meantime. */
export async function run(request: AnyForwardedRequest, tools: Tools): Promise<Outcome> {
  const { tabId } = request.target;
  if (tabId === null) return runNow(request, tools);
  await tools.owned.refuseForeign(tabId);
  await refuseReadOnly(tabId, request, tools);
  // The agent continues in that tab, so the user has done what was asked.
  clearAsk(tabId);
  try {
    const outcome = await runNow(request, tools);
    await refuseChanged(tabId, request, tools);
    if (outcome.page.url === '') return outcome;
    return { ...outcome, page: { ...outcome.page, foreground: await tools.front.has(tabId) } };
  } catch (error) {
    // An error from the user's page is not for the agent either.
    await refuseChanged(tabId, request, tools);
    throw error;
  }
}

async function refuseReadOnly(
  tabId: number,
  { action }: AnyForwardedRequest,
  { owned }: Tools,
): Promise<void> {
  const { destructive, inReadOnly } = traitsOf(action);
  if (destructive && !inReadOnly && (await owned.loanOf(tabId))?.readOnly) {
    throw new ProtocolError('TAB_READ_ONLY');
  }
}

/** The user took the tab, or Chrome gave it a new id because it unloaded its page: an old id looks like a closed tab. */
async function refuseChanged(tabId: number, request: AnyForwardedRequest, { owned }: Tools): Promise<void> {
  const { action } = request;
  const did = traitsOf(action).destructive ? ' The action may have happened before that.' : '';
  if (await owned.wasReplaced(tabId))
    throw tabAsleep({ message: `Chrome put the tab to sleep while ${action} ran.${did}` });
  if (!(await owned.isTaken(tabId))) return;
  throw new ProtocolError('TAB_TAKEN', {
    message: `The user took this tab while ${action} ran.${did}`,
  });
}

async function runNow(request: AnyForwardedRequest, tools: Tools): Promise<Outcome> {
  const { action, params, session, target } = request;
  if (!traitsOf(action).destructive || !seesDownloads()) return runAt(request, tools);
  const url = 'url' in params ? { url: params.url } : {};
  const ended = tools.downloads.begins({ session, tabId: target.tabId, ...url });
  try {
    return await runAt(request, tools);
  } finally {
    ended();
  }
}

async function runAt(request: AnyForwardedRequest, tools: Tools): Promise<Outcome> {
  if (request.action === 'fill' && request.params.world === 'main') return fillByApi(request, tools);
  if (request.action === 'fill' && request.params.method === 'auto') {
    return inEditorOrPage(request, tools, () => fillByApi(request, tools));
  }
  if (request.action === 'edit') return editText(request, tools);
  if (request.action === 'select-text') return selectText(request, tools);
  if (runsAt('content', request)) {
    return traitsOf(request.action).destructive ? actInPage(request, tools) : readInPage(request, tools);
  }
  return inBackground(request.action, request, tools);
}

async function readInPage(request: AnyContentRequest, tools: Tools): Promise<Outcome<ContentAction>> {
  const { tabId } = request.target;
  if (tabId === null) throw tabGone();
  await tools.silent.refuseKnown(tabId);
  const frame = 'frame' in request.params ? request.params.frame : undefined;
  tools.silent.attend(tabId, frame && { ...frame, tabId });
  const read = (signal: AbortSignal) =>
    isFrameRead(request) ? readWithFrames(tools, request, signal) : runInPage(tools, request, { signal });
  const outcome = await tools.silent.whileItAnswers(read, {
    signal: tools.signal,
    tabId,
    deadline: request.deadline,
    patience: PATIENCE_MS,
    message: () => 'The page shows a dialog, or is very busy: it does not answer. Nothing was read.',
  });
  // A frame does not know where the tab is.
  return frame ? { ...outcome, page: await pageNow(tabId, tools.owned, request.deadline) } : outcome;
}

function inBackground<A extends BackgroundAction>(
  action: A,
  request: BackgroundRequests[A],
  tools: Tools,
): Promise<Outcome<A>> {
  const handler: BackgroundHandler<A> = BACKGROUND_ACTIONS[action];
  return handler(request, tools);
}
