import type { Action, ActionParams, ActionResult, TraceEntry } from '../actions.ts';
import type { Acted, DialogRecord, WireEffect } from '../effect.ts';
import type { ForwardedFrame, FrameName } from '../frames.ts';
import type { NextStep } from '../next-step.ts';
import type { BproxyRequest, Envelope, PageState } from '../protocol.ts';
import type { PacingRange } from '../sessions.ts';
import type { ClientElementTarget, ForwardedElementTarget } from '../targets.ts';
import type { ForwardedAction } from '../traits.ts';

/** Chrome closes the port on a larger message from the host. */
export const MAX_TO_EXTENSION_BYTES = 1_048_576;
/** The bytes of a message in one chunk. Even as base64, a chunk stays well below the limit. */
export const CHUNK_BYTES = 700_000;
/** The limit for one message to the extension, all its chunks together. */
export const MAX_CHUNKED_BYTES = 64 * 1024 * 1024;
/** Chrome refuses 64 MiB from the extension. An answer above this limit becomes RESULT_TOO_LARGE. */
export const MAX_FROM_EXTENSION_BYTES = 48 * 1024 * 1024;
/** How often the extension's worker checks that the whole chain is alive. */
export const PING_INTERVAL_MS = 20_000;
/** The most handles that one read may give out: the daemon keeps as many for one tab and kind. */
export const MAX_HANDLES_PER_READ = 200;
/** How long daemon and extension keep the answer to a request that changed something, for a repetition of it. */
export const ANSWER_LIFE_MS = 24 * 60 * 60_000;
export const MOST_KEPT_ANSWERS = 1_000;
/** For a larger answer, only the fact that the action ran is kept. */
export const LARGEST_KEPT_ANSWER = 256 * 1024;
/** How long an action waits for its element if the caller does not say. */
export const DEFAULT_WAIT_MS = 3_000;
/** How long a handle is valid. */
export const HANDLE_LIFE_MS = 120_000;

// The brackets make the condition test a union as a whole, and not member by member.
type Resolved<T> = [T] extends [string]
  ? T
  : [ClientElementTarget] extends [T]
    ? ForwardedElementTarget | Exclude<T, ClientElementTarget>
    : T extends FrameName
      ? ForwardedFrame
      : T extends Array<infer Item>
        ? Resolved<Item>[]
        : T extends object
          ? { [Key in keyof T]: Resolved<T[Key]> }
          : T;

/** Params as the extension receives them: handles come with the read that gave them out, frames with their document. */
export type ForwardedParams<A extends Action> = Resolved<ActionParams[A]>;

/** Daemon → extension: the request, and Chrome's id of the tab that it is for. */
export interface BproxyForwardedRequest<A extends ForwardedAction = ForwardedAction>
  extends Omit<BproxyRequest<A>, 'params'> {
  params: ForwardedParams<A>;
  /** Null for actions that work in no tab (`tab.open`, `debug.log`). */
  target: { tabId: number | null };
  /** A digest of the request. An id that comes with another digest belongs to another request, and is refused. */
  payload?: string;
  /** The number of the first handle that this read may give out. The daemon knows none from this one on. */
  firstHandle?: number;
  /** How many of them it has already given out, in other documents. */
  handlesGiven?: number;
  /** The most handles that it may give out, if fewer than usual. */
  mostHandles?: number;
  /** The ids of the last snapshots of this tab that were answered, for a comparison. */
  answered?: string[];
  /** The number of the first frame that this read may name. */
  firstFrame?: number;
  /** For `tab.open`: a tab of the session, to open the new one beside it. */
  beside?: number;
  /** The pause to keep between the fields of `fill-form`, or the keys of `type`. */
  pace?: PacingRange;
  /** The owner lets no action run in a background tab. */
  hiddenTabs?: 'refuse';
}

export type AnyForwardedRequest = { [A in ForwardedAction]: BproxyForwardedRequest<A> }[ForwardedAction];

/** The page keeps the elements that a read gives handles to. The daemon keeps this record of them, and strips it. */
export interface MintedHandles {
  /** Identifies the read. No other read has this number, not even a repetition of the same request. */
  read: number;
  /** How many elements got a new number: these begin with the request's first one. */
  count: number;
  /** The elements that have kept their numbers, by the read that gave them out. */
  again?: Array<{ read: number; numbers: number[] }>;
  /** Chrome's id of the document that was read. */
  documentId: string;
  /** The frame of that document, if it is not the page itself. */
  frame?: ForwardedFrame;
  /** The frames that were read too. Their new numbers come after these, in this order. */
  others?: MintedHandles[];
}

interface Minting {
  minted: MintedHandles;
}

/** The frames that a read has named. The daemon keeps this record of them, and strips it. */
interface Naming {
  named?: ForwardedFrame[];
}

export type WireTraceEntry = Omit<TraceEntry, 'tab'> & { tab: number | null };

/** What the action itself reports. The effect of an act is seen from outside of its handler. */
type WithoutEffect<T> = string extends keyof T ? T : T extends Acted ? Omit<T, keyof Acted> : T;

interface WireOverrides {
  click: Omit<ActionResult['click'], 'reason' | keyof Acted> & { reason?: NextStep };
  'click-at': WithoutEffect<Omit<ActionResult['click-at'], 'reason'>> & { reason?: NextStep } & Minting;
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
  wait: Omit<ActionResult['wait'], 'tab' | 'by'> & { tabId?: number };
  'session.resume': Record<string, never>;
  'tab.close': { closed: true };
  'tab.return': { returned: true; changed?: string[] };
  'tab.pin': { pinned: true };
  'tab.unpin': { pinned: false };
  'tab.show': { shown: true };
  'tab.wake': Omit<ActionResult['tab.wake'], 'tab'>;
  'debug.log': { entries: WireTraceEntry[] };
  elements: ActionResult['elements'] & Minting & Naming;
  images: ActionResult['images'] & Naming;
  links: ActionResult['links'] & Minting & Naming;
  outline: ActionResult['outline'] & Naming;
  snapshot: ActionResult['snapshot'] & Minting & Naming;
  text: ActionResult['text'] & Naming;
}

type WireResults = {
  [A in ForwardedAction]: A extends keyof WireOverrides ? WireOverrides[A] : WithoutEffect<ActionResult[A]>;
};

/** The extension's result. The extension knows Chrome's tab ids, but no sessions. */
export type WireResult<A extends ForwardedAction> = WireResults[A];

/** The outcome of an action in the extension. Its handler creates it, and the dispatcher turns it into an envelope. */
export interface Outcome<A extends ForwardedAction = ForwardedAction> {
  data: WireResult<A>;
  page: PageState;
  /** Of an act. They become a part of the data. */
  effect?: WireEffect;
  dialogs?: DialogRecord[];
}

/**
 * The extension's answer on its way to a caller. The dispatcher creates it; if no answer comes, the daemon does. The
 * daemon reads it. `data` is a `WireResult`, which only the effect of its action looks into.
 */
export interface WireAnswer {
  response: Envelope;
  /** False if the request was refused before it began. Repeated under its id, it may run. */
  begun?: false;
}
