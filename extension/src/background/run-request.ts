import { type AnyForwardedRequest, traitsOf } from '@bproxy/shared';
import type { AnyContentRequest } from '../content-messages.ts';
import { unsupportedAction } from '../unsupported-action.ts';
import { actInPage } from './act-in-page.ts';
import type { BackgroundAction, BackgroundHandlers, BackgroundRequests, Tools } from './actions/handler.ts';
import { BACKGROUND_ACTIONS } from './actions/registry.ts';
import type { Outcome } from './answer.ts';
import { clearAsk } from './ask-badge.ts';
import { runInPage } from './content-rpc.ts';
import { fillByApi } from './fill-editor.ts';

export async function run(
  request: AnyForwardedRequest,
  tools: Tools,
): Promise<Outcome<AnyForwardedRequest['action']>> {
  // The agent goes on in that tab, so the user has done what was asked.
  if (request.target.tabId !== null) clearAsk(request.target.tabId);
  if (request.action === 'fill' && request.params.world === 'main') return fillByApi(request, tools);
  if (isForPage(request)) {
    return traitsOf(request.action).destructive ? actInPage(request, tools) : runInPage(tools, request);
  }
  return inBackground(request.action, request, tools);
}

function isForPage(request: AnyForwardedRequest): request is AnyContentRequest {
  return traitsOf(request.action).at === 'content';
}

function inBackground<A extends BackgroundAction>(
  action: A,
  request: BackgroundRequests[A],
  tools: Tools,
): Promise<Outcome<A>> {
  const handlers: BackgroundHandlers = BACKGROUND_ACTIONS;
  const handler = handlers[action];
  if (!handler) throw unsupportedAction(action);
  return handler(request, tools);
}
