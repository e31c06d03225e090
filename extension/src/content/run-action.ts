import { next, ProtocolError, step, traitsOf } from '@bproxy/shared';
import type { AnyContentRequest, ContentAction, PageAnswers, PageResult } from '../content-messages.ts';
import type { ContentHandler, ContentRequests, PageTools } from './actions/handler.ts';
import { CONTENT_ACTIONS } from './actions/registry.ts';
import * as own from './dom/own-properties.ts';
import { mayAct } from './may-act.ts';
import { readPageState } from './page-state.ts';

/** Runs one action in this page. */
export async function runAction(request: AnyContentRequest, tools: PageTools): Promise<PageAnswers['run']> {
  refuseUnfit(request);
  const data = await handle(request.action, request, tools);
  return { data, page: readPageState() };
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
  refuseHidden(request);
}

/** Pages behave differently in the background: they pause, do not draw and do not take focus. */
function refuseHidden(request: Pick<AnyContentRequest, 'action' | 'hiddenTabs'>): void {
  if (!traitsOf(request.action).destructive || mayAct(request)) return;
  throw new ProtocolError('TAB_NOT_VISIBLE');
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
