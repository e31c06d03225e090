import {
  type ErrorEnvelope,
  errorEnvelope,
  makeError,
  type PageState,
  ProtocolError,
  traitsOf,
  type WireAnswer,
} from '@bproxy/shared';
import { toError } from '../answers/to-error.ts';
import type { PipelineContext } from '../context.ts';
import { effects } from '../effects/registry.ts';
import { type OwnedTab, pause, type Session } from '../state/sessions.ts';
import { tabLost, tabSeen, tabTaken } from '../state/tab-facts.ts';
import { type Passage, passAgain, passGates, tabTakenError } from './gates.ts';
import { actedUntil, waitForSlot } from './pacing.ts';
import { refuseLostHandles } from './resolve-handles.ts';
import { type Sending, type Sent, scopeOf, sendInTurn, waiting } from './send.ts';
import { afterHuman } from './wait-for-human.ts';

/** The limit for one tab. A caller that sends more is not reading the answers. */
const MAX_QUEUED = 100;

export type Forwarding = Pick<Sending, 'request' | 'session' | 'context' | 'deadline'> & {
  payload: string;
  callerGone: AbortSignal;
};

/** Sends a caller's request to the browser and returns its answer. */
export async function forward(forwarding: Forwarding): Promise<WireAnswer> {
  const { request, session, context } = forwarding;
  // Check gates and handles before the wait: a request that must fail should fail at once.
  const accepted = passGates(request, session, context);
  refuseLostHandles({ request, scope: scopeOf(session, accepted), context });
  if (!('files' in request.params) || !traitsOf(request.action).carriesFiles)
    return forwardNow(forwarding, accepted);
  context.staged.hold(request.id, request.params.files);
  try {
    return await forwardNow(forwarding, accepted);
  } finally {
    context.staged.release(request.id);
  }
}

async function forwardNow(forwarding: Forwarding, accepted: Passage): Promise<WireAnswer> {
  const { request, session, context } = forwarding;
  await waitForSlot(request, session, accepted.browser.instance, context, () => waiting(forwarding));
  const chrome = accepted.tab?.chrome ?? null;
  if (chrome && context.queue.lengthOf(chrome) >= MAX_QUEUED) throw new ProtocolError('OVERLOADED');
  const answer = await sendInTurn({
    ...forwarding,
    chrome,
    pass: () => passAgain(accepted, session, context),
    conclude: (given, sent) => concluded(given, sent, forwarding),
  });
  return afterHuman(answer, request, session, context, waiting(forwarding));
}

function concluded(answer: WireAnswer, sent: Sent, forwarding: Forwarding): WireAnswer {
  const { passage, wire, epoch, firstNewTab } = sent;
  const { request, session, context } = forwarding;
  const { tab } = passage;
  const { response } = answer;
  if (wire.pace) actedUntil(context.clock.steady(), request, session);
  if (!response.ok) return { ...answer, response: failed(response, session, sent, context) };
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

/** Pauses the session if the extension reports that a person is needed. Nothing more is sent until they have acted. */
function failed(
  { id, error }: ErrorEnvelope,
  session: Session | null,
  { passage: { tab }, wire }: Sent,
  context: PipelineContext,
): ErrorEnvelope {
  if (error.code === 'HUMAN_REQUIRED' && session) {
    const pausedFor = error.details?.['kind'] === 'lend' ? 'lend' : undefined;
    pause(session, error.message, tab?.handle, pausedFor);
  }
  // Trust the browser about its tabs, even if the event about the loss never arrived. It says nothing about a tab that
  // has another id by now.
  const isStill = tab?.chrome.tabId === wire.target.tabId;
  if (error.code === 'TAB_NOT_FOUND' && session && isStill && session.tabs.get(tab.handle) === tab) {
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

/** An answer also reports the tab's URL. A tab event that arrived meanwhile is newer than the answer and wins. */
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
