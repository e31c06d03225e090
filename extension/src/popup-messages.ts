import type { SessionId } from '@bproxy/shared';
import { isSessionId } from '@bproxy/shared';
import type { Phase } from './background/connection/connection-state.ts';

type Asked =
  /** The first message of a popup. If a retry is waiting, it happens at once. */
  | { type: 'opened' }
  | { type: 'status' }
  | { type: 'reconnect' }
  /** The user has done what the paused sessions of this browser are waiting for. */
  | { type: 'done' }
  | { type: 'set-label'; label: string }
  | { type: 'lend'; tabId: number; session: SessionId | null; readOnly: boolean }
  | { type: 'take-back'; tabId: number }
  /** The user lends nothing to a session that asks for a tab. */
  | { type: 'refuse'; session: SessionId };

/** `front` is the tab that the popup's window shows. */
export type FromPopup = Asked & { front?: number };

export interface FrontTab {
  tabId: number;
  title: string;
  /** agent: a session opened it. closed: Chrome lets no extension into its page. */
  state: 'free' | 'agent' | 'lent' | 'closed';
  /** The title of the session that has it. */
  session?: string;
  readOnly?: boolean;
}

export interface LendCandidate {
  tabId: number;
  title: string;
  host: string;
}

export interface LendAskView {
  session: SessionId;
  title: string;
  reason: string;
  host?: string;
  candidates: LendCandidate[];
}

export interface LendingView {
  front: FrontTab | null;
  sessions: Array<{ session: SessionId; title: string }>;
  asks: LendAskView[];
}

/** The state of the connection as the worker knows it, checked a moment before if possible. */
export interface ConnectionStatus {
  phase: Phase;
  now: number;
  lastPongAt: number | null;
  sessions: { all: number; paused: number } | null;
  hostVersion: string | null;
  extensionVersion: string;
  extensionId: string;
  hostName: string;
  label: string;
  lending: LendingView;
  /** Why a tab was not lent. */
  note?: string;
}

export function isFromPopup(value: unknown): value is FromPopup {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  if ('front' in value && !Number.isInteger(value.front)) return false;
  const hasTab = 'tabId' in value && Number.isInteger(value.tabId);
  const session = 'session' in value ? value.session : undefined;
  const isSession = typeof session === 'string' && isSessionId(session);
  switch (value.type) {
    case 'set-label':
      return 'label' in value && typeof value.label === 'string';
    case 'lend':
      return (
        hasTab &&
        (isSession || session === null) &&
        'readOnly' in value &&
        typeof value.readOnly === 'boolean'
      );
    case 'take-back':
      return hasTab;
    case 'refuse':
      return isSession;
    default:
      return ['opened', 'status', 'reconnect', 'done'].some((type) => value.type === type);
  }
}
