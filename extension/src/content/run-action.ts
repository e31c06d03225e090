import { next, ProtocolError, step, traitsOf } from '@bproxy/shared';
import type {
  AnyContentRequest,
  ContentAction,
  FoundFrame,
  PageAnswers,
  PageResult,
  SeenByUser,
} from '../content-messages.ts';
import type { ContentHandler, ContentRequests, PageTools, Preparation } from './actions/handler.ts';
import { CONTENT_ACTIONS, PREPARATIONS } from './actions/registry.ts';
import * as own from './dom/own-properties.ts';
import { withHint } from './effects/hints.ts';
import { WatchedAct } from './effects/watched-act.ts';
import { refuseFocusInFrame } from './frames/focus-elsewhere.ts';
import { asksForCard } from './frames/payment.ts';
import { refuseUnseenFrame } from './frames/unseen-frame.ts';
import { isFramed } from './frames/way-up.ts';
import { endOfWait, patiently, untilLoaded } from './gestures/patience.ts';
import { guardLeaving } from './leaving/leaving-guard.ts';
import { takeNewTabs } from './leaving/new-tabs.ts';
import { mayAct } from './may-act.ts';
import { readPageState } from './page-state.ts';
import { UserBecameActive, untilUserRests } from './user-activity.ts';

/** What a page offers to every action, before anything is known about the request. */
export type GivenTools = Pick<
  PageTools,
  'signal' | 'openTab' | 'leaves' | 'soFar' | 'framePlaces' | 'filePart'
> & { announce(): void };

/** Runs one action in this page. */
export async function runAction(
  request: AnyContentRequest,
  given: GivenTools,
  seenBy: SeenByUser = {},
): Promise<PageAnswers['run']> {
  refuseUnfit(request);
  const until = endOfWait(request);
  const watched = new WatchedAct();
  let frames: FoundFrame[] = [];
  const foundFrames = (found: FoundFrame[]) => {
    frames = found;
  };
  const page = { ...given, foundFrames, until, waitedMs: 0, isLast: true };
  const tools = watched.tools(page, given.announce);
  const { action } = request;
  if (!traitsOf(action).destructive) {
    const data = await handle(action, request, tools);
    return {
      data,
      page: readPageState(),
      ...(frames.length > 0 ? { frames } : {}),
      ...(isFramed() && asksForCard() ? { payment: true } : {}),
    };
  }
  await untilLoaded(until, given.signal);
  await refuseFocusInFrame(request, given.framePlaces);
  await prepare(action, request, tools);
  const data = await patiently((now) => act(request, { ...tools, ...now }, seenBy), {
    until,
    signal: given.signal,
    hasActed: () => watched.hasBegun,
  });
  const isAnswered = 'dialogs' in request.params && request.params.dialogs !== undefined;
  const effect = withHint(action, data, watched.effect(), isAnswered);
  return { data, page: readPageState(), effect };
}

/** Not while the user is at work in this page, and without a new tab or a question in front of them. */
async function act(
  request: AnyContentRequest,
  tools: PageTools,
  { isShown = false, isInFront = false }: SeenByUser,
): Promise<PageResult> {
  for (;;) {
    await untilUserRests(request.deadline, tools.signal);
    await refuseUnseenFrame();
    const stopTaking = takeNewTabs(tools.openTab, isShown);
    const leaving = guardLeaving(isInFront, tools.leaves);
    try {
      const data = await handle(request.action, request, tools);
      leaving.refuseKept();
      return data;
    } catch (thrown) {
      if (!(thrown instanceof UserBecameActive)) throw thrown;
    } finally {
      stopTaking();
      leaving.stop();
    }
  }
}

async function handle<A extends ContentAction>(
  action: A,
  request: ContentRequests[A],
  tools: PageTools,
): Promise<PageResult<A>> {
  const handler: ContentHandler<A> = CONTENT_ACTIONS[action];
  return handler(request, tools);
}

async function prepare<A extends ContentAction>(
  action: A,
  request: ContentRequests[A],
  tools: PageTools,
): Promise<void> {
  const preparation: Preparation<A> | undefined = PREPARATIONS[action];
  await preparation?.(request, tools);
}

/** Throws in a document where this action cannot run. */
export function refuseUnfit(request: Pick<AnyContentRequest, 'action' | 'hiddenTabs'>): void {
  refuseViewer();
  refuseEmpty();
  if (!mayAct(request)) throw new ProtocolError('TAB_NOT_VISIBLE');
}

/** A script can remove even the `html` element, which leaves no place to start. */
function refuseEmpty(): void {
  if (own.querySelector(document, '*')) return;
  throw new ProtocolError('SCRIPT_ERROR', {
    message: 'The document is empty: the page has removed everything in it.',
    suggestedAction: next`Load the page again with ${step('navigate', { url: 'URL' })}.`,
  });
}

/** Chrome allows an injection into the frame around its PDF viewer, but there is nothing to read there. */
function refuseViewer(): void {
  if (own.contentType(document) !== 'application/pdf') return;
  throw new ProtocolError('PAGE_RESTRICTED', {
    message: "The tab shows a PDF in Chrome's viewer, which no extension can read.",
    details: { scheme: location.protocol.replace(':', ''), host: location.host },
  });
}
