import type { Action, ActionParams, ActionResult, TraceEntry } from './actions.ts';
import type { NextStep } from './next-step.ts';
import type { BproxyRequest, Envelope, PageState } from './protocol.ts';
import type { PacingRange } from './sessions.ts';
import type { ClientElementTarget, ForwardedElementTarget } from './targets.ts';
import type { ForwardedAction } from './traits.ts';

/** Chrome closes the port on a larger message from the host. */
export const MAX_TO_EXTENSION_BYTES = 1_048_576;
/** Bytes of a message that one chunk carries; base64 keeps it well below the limit whatever they are. */
export const CHUNK_BYTES = 700_000;
/** What one message to the extension may be in all, in chunks. */
export const MAX_CHUNKED_BYTES = 64 * 1024 * 1024;
/** Chrome refuses 64 MiB from the extension; an answer above this is turned into RESULT_TOO_LARGE. */
export const MAX_FROM_EXTENSION_BYTES = 48 * 1024 * 1024;
/** How often the extension's worker asks whether the whole chain is alive. */
export const PING_INTERVAL_MS = 20_000;
/** Handles that one read may print: what the daemon keeps for one tab and kind. */
export const MAX_HANDLES_PER_READ = 200;
/** How long daemon and extension keep the answer of a request that changed something: a repetition comes within a day. */
export const ANSWER_LIFE_MS = 24 * 60 * 60_000;
export const MOST_KEPT_ANSWERS = 1_000;
/** Of a larger answer only that the action ran is kept. */
export const LARGEST_KEPT_ANSWER = 256 * 1024;
/** How long a handle is good for. */
export const HANDLE_LIFE_MS = 120_000;

// In brackets, so that a union is looked at as a whole and not member by member.
type Resolved<T> = [T] extends [string]
  ? T
  : [ClientElementTarget] extends [T]
    ? ForwardedElementTarget | Exclude<T, ClientElementTarget>
    : T extends Array<infer Item>
      ? Resolved<Item>[]
      : T extends object
        ? { [Key in keyof T]: Resolved<T[Key]> }
        : T;

/** Params as the extension receives them: every handle comes with the read that gave it. */
export type ForwardedParams<A extends Action> = Resolved<ActionParams[A]>;

/** Daemon → extension: the request, and the Chrome tab that the daemon's session points at. */
export interface BproxyForwardedRequest<A extends ForwardedAction = ForwardedAction>
  extends Omit<BproxyRequest<A>, 'params'> {
  params: ForwardedParams<A>;
  /** Null for actions that work in no tab (`tab.open`, `debug.log`). */
  target: { tabId: number | null };
  /** Names what the caller asked for: the same id with another one is another request, and is refused. */
  payload?: string;
  /** The number of the first handle that this read may print. */
  firstHandle?: number;
  /** The pause to keep between the fields of `fill-form`. */
  pace?: PacingRange;
  /** The owner lets actions run in background tabs. */
  hiddenTabs?: 'allow';
}

export type AnyForwardedRequest = { [A in ForwardedAction]: BproxyForwardedRequest<A> }[ForwardedAction];

/** The page keeps the elements that a read gives handles to. The daemon keeps this record of them, and strips it. */
export interface MintedHandles {
  /** Identifies the read. No other read has this number, not even a repetition of the same request. */
  read: number;
  count: number;
  /** Chrome's id of the document that was read. */
  documentId: string;
}

interface Minting {
  minted: MintedHandles;
}

export type WireTraceEntry = Omit<TraceEntry, 'tab'> & { tab: number | null };

interface WireOverrides {
  click: Omit<ActionResult['click'], 'reason'> & { reason?: NextStep };
  'tab.open': {
    tabId: number;
    url: string;
    title: string;
    /** What blocks the page. The daemon turns it into an error once it knows the tab. */
    interstitial?: {
      kind: 'captcha' | 'challenge' | 'consent' | 'signin';
      evidence: string[];
      message: string;
    };
  };
  'session.resume': Record<string, never>;
  'tab.close': { closed: true };
  'tab.pin': { pinned: true };
  'tab.unpin': { pinned: false };
  'debug.log': { entries: WireTraceEntry[] };
  elements: ActionResult['elements'] & Minting;
  links: ActionResult['links'] & Minting;
  snapshot: ActionResult['snapshot'] & Minting;
}

/** What the extension answers; it knows Chrome's tab ids and no sessions. */
export type WireResult<A extends ForwardedAction> = A extends keyof WireOverrides
  ? WireOverrides[A]
  : ActionResult[A];

/** How an action ended in the extension. Its handler makes it; the dispatcher reads it, and makes the envelope. */
export interface Outcome<A extends ForwardedAction = ForwardedAction> {
  data: WireResult<A>;
  page: PageState;
}

/**
 * The extension's answer on its way to a caller. The dispatcher makes it, or the daemon in its place where no answer
 * comes; the daemon reads it. `data` is a `WireResult`, opaque to all but the effect of its action.
 */
export interface WireAnswer {
  response: Envelope;
  /** False if the request was refused before it began: asked again under its id, it may run. */
  begun?: false;
}

/** A tab that bproxy opened, as the extension sees it now. */
export interface OwnedTab {
  tabId: number;
  url: string;
  title: string;
}

/** The first message of every connection of the extension. */
export interface HelloMessage {
  type: 'hello';
  protocol: { min: number; max: number };
  /** One per browser profile, for good. */
  instance: string;
  /** New with each extension load: what was forwarded to an older run cannot be asked about any more. */
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
}

/** What the extension knows of a request that was forwarded before the connection broke. */
export type ResumeState = 'done' | 'running' | 'started' | 'unknown';

export type ToDaemonMessage =
  | HelloMessage
  | { type: 'ping'; ts: number }
  | { type: 'label'; label: string }
  | ({ type: 'response' } & WireAnswer)
  | { type: 'resumed'; states: Array<{ id: string; state: ResumeState }> }
  | { type: 'navigation'; tabId: number; url: string; cause: 'committed' | 'history_state' }
  | { type: 'tab-updated'; tabId: number; url: string; title: string }
  /** The user says in the popup that what was asked for is done. */
  | { type: 'user-done' }
  | { type: 'tab-removed'; tabId: number }
  | { type: 'tab-taken'; tabId: number }
  | { type: 'tab-opened'; tabId: number; openerTabId: number; url: string; title: string };

/** attached: a daemon is behind the link and waits for a hello. The others say why there is none. */
export type LinkState = 'attached' | 'starting' | 'stopped' | 'failed';

export type ToExtensionMessage =
  | { type: 'welcome'; daemonVersion: string; protocol: number; home: string; client: string }
  | { type: 'refused'; reason: string }
  | { type: 'pong'; ts: number; sessions: number; pausedSessions: number }
  | { type: 'request'; request: AnyForwardedRequest }
  /** What became of these? By what was asked for too: an id may have been another request's. */
  | { type: 'resume'; requests: Array<Pick<AnyForwardedRequest, 'id' | 'payload'>> }
  | { type: 'cancel'; id: string }
  /** Tabs that belong to no session any more: the user's own from now on. */
  | { type: 'release'; tabIds: number[] }
  | { type: 'chunk'; message: string; index: number; count: number; data: string }
  /** From the link itself, each time that it gains or loses the daemon. */
  | { type: 'link'; state: LinkState; hostVersion: string; reason?: string };
