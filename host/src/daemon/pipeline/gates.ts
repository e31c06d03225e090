import { isTabHandle, ProtocolError, type SessionId, type TabHandle, traitsOf } from '@bproxy/shared';
import type { ParsedRequest } from '@bproxy/shared/schemas';
import type { PipelineContext } from '../context.ts';
import type { Browser } from '../state/browsers.ts';
import type { Session, SessionTab } from '../state/sessions.ts';
import { chooseBrowser, connectedBrowser, refuseMove, refuseUnconnected } from './choose-browser.ts';

export interface Passage {
  browser: Browser;
  /** Null for actions that work in no tab. */
  tab: SessionTab | null;
  /** The action checks whether the pause may end. */
  whilePaused?: true;
}

type GateContext = Pick<PipelineContext, 'browsers' | 'sessions' | 'defaultBrowser'>;

/** The conditions for forwarding a request. Their order is part of the contract. */
export function passGates(request: ParsedRequest, session: Session | null, context: GateContext): Passage {
  if (traitsOf(request.action).tab === 'none' || !session) {
    const named = 'browser' in request.params ? request.params.browser : undefined;
    const browser = chooseBrowser(context.browsers, { session, named, fallback: context.defaultBrowser });
    refusePaused(session);
    return { browser, tab: null };
  }
  refuseUnconnected(session, context.browsers);
  if (traitsOf(request.action).tab === 'paused') return toPausedTab(session, context);
  refusePaused(session);
  const tab = findTab(request, session, context);
  return { browser: connectedBrowser(context.browsers, tab.chrome.instance), tab };
}

/**
 * Checks the gates again after a request has waited. It checks the tab that the request was accepted for, even if
 * another tab has become current meanwhile.
 */
export function passAgain(accepted: Passage, session: Session | null, context: GateContext): Passage {
  const { tab } = accepted;
  if (session && context.sessions.get(session.id) !== session) {
    throw new ProtocolError('SESSION_NOT_FOUND', { details: { session: session.id } });
  }
  const browser = connectedBrowser(context.browsers, tab?.chrome.instance ?? accepted.browser.instance);
  if (session) refuseMove(session, browser, context.browsers);
  if (!accepted.whilePaused) refusePaused(session);
  if (session && tab && session.tabs.get(tab.handle) !== tab) {
    refuseTaken(session, tab.handle);
    throw new ProtocolError('TAB_NOT_FOUND', { details: { session: session.id, tab: tab.handle } });
  }
  return { ...accepted, browser };
}

function toPausedTab(session: Session, context: GateContext): Passage {
  const tab = session.pausedTab === undefined ? undefined : session.tabs.get(session.pausedTab);
  const browser = tab
    ? connectedBrowser(context.browsers, tab.chrome.instance)
    : chooseBrowser(context.browsers, { session, named: undefined, fallback: context.defaultBrowser });
  return { browser, tab: tab ?? null, whilePaused: true };
}

function refusePaused(session: Session | null): void {
  if (!session?.paused) return;
  throw new ProtocolError('HUMAN_REQUIRED', {
    message: `Session ${session.id} is paused: ${session.pauseReason ?? 'A person has to act in the browser.'}`,
    details: { session: session.id, reason: session.pauseReason ?? null },
  });
}

function findTab(request: ParsedRequest, session: Session, context: GateContext): SessionTab {
  const isNamed = traitsOf(request.action).tab === 'named';
  const handle = isNamed && 'tab' in request.params ? request.params.tab : undefined;
  if (handle !== undefined) return tabOf(session, handle, context);
  if (session.bound !== null) refuseTaken(session, session.bound);
  const bound = session.bound === null ? undefined : session.tabs.get(session.bound);
  if (!bound) throw new ProtocolError('TAB_NOT_FOUND', { details: { session: session.id } });
  return bound;
}

/** The tab that a caller named, if it belongs to this session. */
export function tabOf(session: Session, handle: string, context: Pick<GateContext, 'sessions'>): SessionTab {
  const tab = isTabHandle(handle) ? session.tabs.get(handle) : undefined;
  if (tab) return tab;
  refuseTaken(session, handle);
  const elsewhere = isTabHandle(handle) && context.sessions.hasTabNamed(handle);
  throw new ProtocolError(elsewhere ? 'TAB_NOT_IN_SESSION' : 'TAB_HANDLE_NOT_FOUND', {
    details: { session: session.id, tab: handle },
  });
}

function refuseTaken({ id, taken }: Session, handle: string): void {
  if (isTabHandle(handle) && taken.has(handle)) throw tabTakenError(id, handle);
}

/** Uses the browser's own words where it knows more: the user may have taken over while the action ran. */
export function tabTakenError(session: SessionId, tab: TabHandle, message?: string): ProtocolError {
  return new ProtocolError('TAB_TAKEN', {
    ...(message === undefined ? {} : { message }),
    details: { session, tab },
  });
}
