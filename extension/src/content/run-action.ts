import { next, ProtocolError, step, traitsOf } from '@bproxy/shared';
import type { AnyContentRequest, ContentAction, PageAnswers, PageResult } from '../content-messages.ts';
import type { ContentHandler, ContentRequests, PageTools } from './actions/handler.ts';
import { CONTENT_ACTIONS } from './actions/registry.ts';
import * as own from './dom/own-properties.ts';
import { mayPass } from './gestures/actionability.ts';
import { takeNewTabs } from './gestures/new-tabs.ts';
import { mayAct } from './may-act.ts';
import { readPageState } from './page-state.ts';
import { isUserActive, UserBecameActive, untilUserRests } from './user-activity.ts';

/** Runs one action in this page. */
export async function runAction(
  request: AnyContentRequest,
  tools: PageTools,
  leaveNewTabs = false,
): Promise<PageAnswers['run']> {
  refuseUnfit(request);
  const { destructive } = traitsOf(request.action);
  const data = destructive
    ? await act(request, tools, leaveNewTabs)
    : await handle(request.action, request, tools);
  return { data, page: readPageState() };
}

/** Not while the user is at work in this page, and without a new tab in front of them. */
async function act(
  request: AnyContentRequest,
  tools: PageTools,
  leaveNewTabs: boolean,
): Promise<PageAnswers['run']['data']> {
  let hasActed = false;
  const announce = () => {
    // The same task goes on to act, so the user cannot become active in between.
    if (!hasActed && isUserActive()) throw new UserBecameActive();
    tools.announce();
    hasActed = true;
  };
  for (;;) {
    await untilUserRests(request.deadline, tools.signal);
    const stopTaking = leaveNewTabs ? () => {} : takeNewTabs(tools.openTab);
    try {
      return await handle(request.action, request, { ...tools, announce });
    } catch (thrown) {
      if (!(thrown instanceof UserBecameActive)) throw withAdvice(thrown);
    } finally {
      stopTaking();
    }
  }
}

/** Where animations stand still, the element may never become usable. */
function withAdvice(thrown: unknown): unknown {
  if (!mayPass(thrown) || !own.hidden(document)) return thrown;
  const { code, suggestedAction = '', ...given } = thrown.error;
  return new ProtocolError(code, {
    ...given,
    suggestedAction: next`${suggestedAction} The tab is in the background, where animations stand still. If that is the obstacle, run ${step('tab.show')} and repeat.`,
  });
}

async function handle<A extends ContentAction>(
  action: A,
  request: ContentRequests[A],
  tools: PageTools,
): Promise<PageResult<A>> {
  const handler: ContentHandler<A> = CONTENT_ACTIONS[action];
  return handler(request, tools);
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
