import { type AnyForwardedRequest, traitsOf, type WireAnswer } from '@bproxy/shared';
import type { ParsedRequest } from '@bproxy/shared/schemas';
import type { PipelineContext } from '../context.ts';
import type { HandleScope } from '../state/handle-keys.ts';
import type { ChromeTab, Session } from '../state/sessions.ts';
import type { Passage } from './gates.ts';
import { paceWithin } from './pacing.ts';
import { refuseLostHandles, resolveHandles } from './resolve-handles.ts';

export interface Sending {
  request: ParsedRequest;
  /** Undefined for requests that the daemon makes itself. */
  payload: string | undefined;
  session: Session | null;
  context: PipelineContext;
  deadline: AbortSignal;
  /** Fires when no caller waits for the answer any more. An unsent request is then not sent. */
  callerGone?: AbortSignal;
  /** Null for actions that work in no tab. */
  chrome: ChromeTab | null;
  /** Runs when the request's turn has come and before it is sent again. Throws if it must not be sent any more. */
  pass(): Passage;
  /** Applies the answer within the turn, so the next request in the tab sees the change. */
  conclude?(answer: WireAnswer, sent: Sent): WireAnswer;
}

export interface Sent {
  passage: Passage;
  wire: AnyForwardedRequest;
  /** The tab's page when the request was sent. */
  epoch: number;
  /** The number of the session's next tab when the request was sent. */
  firstNewTab: number;
}

/** The only path to the browsers, for callers' requests and the daemon's own. Each tab gets one request at a time. */
export async function sendInTurn(sending: Sending): Promise<WireAnswer> {
  const { request, context, chrome } = sending;
  if (!chrome) return send(sending);
  return context.queue.run(
    chrome,
    request.action,
    () => waiting(sending),
    () => send(sending),
  );
}

export function waiting({ deadline, callerGone }: Pick<Sending, 'deadline' | 'callerGone'>): AbortSignal {
  return callerGone ? AbortSignal.any([deadline, callerGone]) : deadline;
}

/** The request's turn has come. Anything may have changed while it waited, so everything is checked again. */
async function send(sending: Sending): Promise<WireAnswer> {
  const { request, session, context, callerGone } = sending;
  callerGone?.throwIfAborted();
  const passage = sending.pass();
  const { browser, tab } = passage;
  // The tab may have got another id while the request waited.
  const chrome = tab?.chrome ?? sending.chrome;
  const wire = toWire({ ...sending, chrome }, passage);
  const epoch = chrome ? context.handles.epochOf(chrome) : 0;
  const firstNewTab = session?.nextTab ?? 1;
  // Bind the session for good, before the answer: two tabs that open at once must not open in two browsers.
  if (session && wire.destructive) session.instance ??= browser.instance;
  context.log('forwarded', { id: request.id, client: browser.instance, tab: tab?.handle ?? null });
  const answer = await context.flights.send(browser, wire, sending.deadline, {
    ...(callerGone ? { callerGone } : {}),
    check: () => refuseLostHandles({ request, scope: scopeOf(session, sending.pass()), context }),
  });
  return sending.conclude?.(answer, { passage, wire, epoch, firstNewTab }) ?? answer;
}

function toWire(
  { request, payload, session, context, chrome }: Sending,
  passage: Passage,
): AnyForwardedRequest {
  const { mints, readsFrames, toFocus, compares, destructive } = traitsOf(request.action);
  const scope = scopeOf(session, passage);
  const pace = paceWithin(request, session, context.pacing);
  const wire = {
    ...request,
    destructive,
    params: resolveHandles({ request, scope, context }),
    target: { tabId: chrome?.tabId ?? null },
    ...(payload === undefined ? {} : { payload }),
    ...(pace ? { pace } : {}),
    ...(chrome ? {} : besideIn(session, passage)),
    ...(context.hiddenTabs === 'refuse' ? { hiddenTabs: context.hiddenTabs } : {}),
    ...(compares && passage.tab?.answered ? { answered: passage.tab.answered } : {}),
    ...(mints && scope ? { firstHandle: context.handles.nextNumber(scope) } : {}),
    ...((readsFrames || toFocus) && scope ? { firstFrame: context.handles.nextFrame(scope) } : {}),
  };
  // as: the params passed their action's schema, but no type tracks the handles resolved in them.
  return wire as AnyForwardedRequest;
}

/** The session's newest tab in that browser. */
function besideIn(session: Session | null, { browser }: Passage): { beside?: number } {
  const last = [...(session?.tabs.values() ?? [])].findLast(
    ({ chrome }) => chrome.instance === browser.instance,
  );
  return last ? { beside: last.chrome.tabId } : {};
}

export function scopeOf(session: Session | null, { tab }: Passage): HandleScope | null {
  return session && tab ? { session: session.id, tab: tab.handle, chrome: tab.chrome } : null;
}
