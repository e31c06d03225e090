import type { SessionId } from '../sessions.ts';
import type { PartPlace } from '../upload.ts';
import type { AnyForwardedRequest, WireAnswer } from './link.ts';

/** A tab that bproxy opened, as the extension sees it now. */
export interface OwnedTab {
  tabId: number;
  url: string;
  title: string;
  /** The user lent it. */
  lent?: true;
}

/** Chrome has given a tab a new id, as it does when it unloads the tab's page. */
export interface ReplacedTab {
  tabId: number;
  was: number;
}

/** The first message of every connection of the extension. */
export interface HelloMessage {
  type: 'hello';
  protocol: { min: number; max: number };
  /** One for each browser profile. It never changes. */
  instance: string;
  /** New with each load of the extension, which knows nothing about requests sent to an earlier run. */
  run: string;
  /** New with each worker start. */
  worker: string;
  extensionVersion: string;
  browser: { brand: string; version: string };
  label: string;
  /** The tabs that bproxy opened in this browser and that are still there. */
  tabs: OwnedTab[];
  /** Tabs that were bproxy's until the user took them over. */
  taken?: number[];
  /** The latest tabs that have a new id, oldest first: the daemon may have been away when they got it. */
  replaced?: ReplacedTab[];
}

/** A session as the browser that it works in shows it to the user. */
export interface SessionView {
  session: SessionId;
  /** Its label, or its id. */
  title: string;
  paused: boolean;
  pauseReason?: string;
  /** Its tabs in this browser. */
  tabIds: number[];
}

/** What the extension knows about a request that was sent before the connection broke. */
export type ResumeState = 'done' | 'running' | 'started' | 'unknown';

export type ToDaemonMessage =
  | HelloMessage
  | { type: 'ping'; ts: number }
  | { type: 'label'; label: string }
  | ({ type: 'response' } & WireAnswer)
  | { type: 'resumed'; states: Array<{ id: string; state: ResumeState }> }
  | { type: 'navigation'; tabId: number; url: string; cause: 'committed' | 'history_state' }
  | { type: 'tab-updated'; tabId: number; url: string; title: string }
  /** The user reports in the popup that the requested step is done. */
  | { type: 'user-done' }
  | { type: 'tab-removed'; tabId: number }
  | { type: 'tab-taken'; tabId: number }
  | ({ type: 'tab-replaced' } & ReplacedTab)
  /** The user lends a tab to a session, or to a new one. */
  | {
      type: 'tab-lent';
      tabId: number;
      url: string;
      title: string;
      session: SessionId | null;
      readOnly: boolean;
    }
  /** The user lends nothing to a session that asked for a tab. */
  | { type: 'lend-refused'; session: SessionId }
  /** The page of a request asks for a part of its files. */
  | ({ type: 'part-wanted' } & PartPlace)
  | { type: 'tab-opened'; tabId: number; openerTabId: number; url: string; title: string };

/** attached: a daemon is behind the link and waits for a hello. The others say why no daemon is there. */
export type LinkState = 'attached' | 'starting' | 'stopped' | 'failed';

export type ToExtensionMessage =
  | { type: 'welcome'; daemonVersion: string; protocol: number; home: string; client: string }
  | { type: 'refused'; reason: string }
  | { type: 'pong'; ts: number; sessions: number; pausedSessions: number }
  | { type: 'request'; request: AnyForwardedRequest }
  /** Asks for the fate of these requests. The payload is included because an id may belong to another request. */
  | { type: 'resume'; requests: Array<Pick<AnyForwardedRequest, 'id' | 'payload'>> }
  | { type: 'cancel'; id: string }
  /** The part that the extension asked for, as base64. Null if the daemon does not have it (any more). */
  | ({ type: 'part'; data: string | null } & PartPlace)
  /** These tabs no longer belong to a session. From now on they are the user's own. */
  | { type: 'release'; tabIds: number[] }
  /** The sessions that work in this browser: after the welcome, and whenever one of them changes. */
  | { type: 'sessions'; sessions: SessionView[] }
  | { type: 'chunk'; message: string; index: number; count: number; data: string }
  /** From the link itself, whenever it gains or loses the daemon. */
  | { type: 'link'; state: LinkState; hostVersion: string; reason?: string };
