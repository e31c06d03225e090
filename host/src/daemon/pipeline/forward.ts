import {
  type AnyForwardedRequest,
  type ErrorEnvelope,
  errorEnvelope,
  makeError,
  type PageState,
  ProtocolError,
  traitsOf,
  type WireAnswer,
} from '@bproxy/shared';
import type { ParsedRequest } from '@bproxy/shared/schemas';
import { toError } from '../answers/to-error.ts';
import type { PipelineContext } from '../context.ts';
import { effects } from '../effects/registry.ts';
import type { HandleScope } from '../state/element-handles.ts';
import { type OwnedTab, pause, type Session } from '../state/sessions.ts';
import { tabLost, tabSeen, tabTaken } from '../state/tab-facts.ts';
import { type Passage, passAgain, passGates, tabTakenError } from './gates.ts';
import { actedUntil, paceWithin, waitForSlot } from './pacing.ts';
import { resolveHandles } from './resolve-handles.ts';

/** Of one tab. Whoever sends more does not look at the answers. */
const MAX_QUEUED = 100;

export interface Forwarding {
  request: ParsedRequest;
  payload: string;
  session: Session | null;
  context: PipelineContext;
  deadline: AbortSignal;
  /** Fires when nobody waits for the answer any more. What has not been sent then is not sent. */
  callerGone: AbortSignal;
}

/** Takes a request to the browser and back. */
export async function forwardRequest(forwarding: Forwarding): Promise<WireAnswer> {
  const { request, session, context } = forwarding;
  const waiting = () => AbortSignal.any([forwarding.deadline, forwarding.callerGone]);
  // Gates and handles before the wait: a doomed request must not sleep.
  const accepted = passGates(request, session, context);
  resolveHandles(request, scopeOf(session, accepted), context.handles, context.log);
  await waitForSlot(request, session, accepted.browser.instance, context, waiting);
  const turn = () => send(forwarding, accepted);
  if (!accepted.tab) return turn();
  const { chrome } = accepted.tab;
  if (context.queue.lengthOf(chrome) >= MAX_QUEUED) throw new ProtocolError('OVERLOADED');
  return context.queue.run(chrome, request.action, waiting, turn);
}

/** The turn has come. While it waited anything may have changed, so all is looked at once more. */
async function send(forwarding: Forwarding, accepted: Passage): Promise<WireAnswer> {
  const { request, session, context, callerGone, deadline } = forwarding;
  callerGone.throwIfAborted();
  const passage = passAgain(accepted, session, context);
  const wire = toWire(forwarding, passage);
  const epoch = passage.tab ? context.handles.epochOf(passage.tab.chrome) : 0;
  const firstNewTab = session?.nextTab ?? 1;
  const { browser, tab } = passage;
  // For good, and before the answer: two tabs that open at once must not open in two browsers.
  if (session && wire.destructive) session.instance ??= browser.instance;
  context.log('forwarded', { id: request.id, client: browser.instance, tab: tab?.handle ?? null });
  const answer = await context.forwarder.forward(browser, wire, wire.destructive, deadline, {
    callerGone,
    check: () => void toWire(forwarding, passAgain(passage, session, context)),
  });
  const { response } = answer;
  if (wire.pace) actedUntil(context.clock.steady(), request, session);
  if (!response.ok) return { ...answer, response: failed(response, session, passage, context) };
  const effect = effects[wire.action];
  try {
    const data = effect
      ? effect({ ...response, ...passage, request, session, epoch, firstNewTab, context })
      : response.data;
    if (session && tab && session.tabs.get(tab.handle) === tab) {
      refreshTab({ session, tab }, response.page, epoch, context);
    }
    return { ...answer, response: { ...response, data } };
  } catch (thrown) {
    return { ...answer, response: errorEnvelope(request.id, toError(thrown)) };
  }
}

function toWire({ request, payload, session, context }: Forwarding, passage: Passage): AnyForwardedRequest {
  const { mints, destructive } = traitsOf(request.action);
  const scope = scopeOf(session, passage);
  const pace = paceWithin(request, session, context.pacing);
  const wire = {
    ...request,
    destructive,
    params: resolveHandles(request, scope, context.handles, context.log),
    target: { tabId: passage.tab?.chrome.tabId ?? null },
    payload,
    ...(pace ? { pace } : {}),
    ...(context.hiddenTabs === 'allow' ? { hiddenTabs: context.hiddenTabs } : {}),
    ...(mints && scope ? { firstHandle: context.handles.nextNumber(scope, mints) } : {}),
  };
  if (!isForwarded(wire)) throw new Error(`${request.action} cannot be forwarded`);
  return wire;
}

function scopeOf(session: Session | null, { tab }: Passage): HandleScope | null {
  return session && tab ? { session: session.id, tab: tab.handle, chrome: tab.chrome } : null;
}

/** The params passed their schema and their handles are resolved, so they are what the extension expects. */
function isForwarded(wire: { action: ParsedRequest['action'] }): wire is AnyForwardedRequest {
  return traitsOf(wire.action).at !== 'daemon';
}

/** The extension may say that a person is needed: then nothing more goes out until they have acted. */
function failed(
  { id, error }: ErrorEnvelope,
  session: Session | null,
  { tab }: Passage,
  context: PipelineContext,
): ErrorEnvelope {
  if (error.code === 'HUMAN_REQUIRED' && session) pause(session, error.message, tab?.handle);
  // The browser's word on its tabs is the truth, also where the news of the loss did not arrive.
  if (error.code === 'TAB_NOT_FOUND' && session && tab && session.tabs.get(tab.handle) === tab) {
    tabLost({ session, tab }, 'tab_not_found', context);
  }
  if (error.code === 'TAB_TAKEN' && session && tab) {
    if (session.tabs.get(tab.handle) === tab) tabTaken({ session, tab }, context);
    return errorEnvelope(id, tabTakenError(session.id, tab.handle, error.message).error);
  }
  const { tabId: _chromeId, ...details } = error.details ?? {};
  return errorEnvelope(id, {
    ...makeError(error.code, { message: error.message, retry: error.retry }),
    ...(error.suggestedAction ? { suggestedAction: error.suggestedAction } : {}),
    ...(Object.keys(details).length > 0 ? { details } : {}),
  });
}

/** An answer also tells where the tab is; if news came meanwhile, they are younger than the answer. */
function refreshTab(owned: OwnedTab, page: PageState, epoch: number, context: PipelineContext): void {
  if (!page.url) return;
  if (context.handles.epochOf(owned.tab.chrome) === epoch) tabSeen(owned, page, context);
  else if (owned.tab.url === page.url) owned.tab.title = page.title;
}

export class CallerGoneError extends ProtocolError {
  constructor() {
    super('LINK_DISCONNECTED', {
      message: 'The caller hung up before the request was sent; it was not sent.',
    });
  }
}
