import type {
  ActionsAt,
  BproxyError,
  BproxyForwardedRequest,
  ElementTarget,
  ForwardedFrame,
  ForwardedParams,
  FrameInfo,
  MintedHandles,
  PageState,
  UnreadFrame,
  WireEffect,
  WireResult,
} from '@bproxy/shared';
import type { PageFacts } from './page-facts.ts';

export type ContentAction = ActionsAt<'content'>;

export type AnyContentRequest = { [A in ContentAction]: BproxyForwardedRequest<A> }[ContentAction];

/** Acts on the text of a field, which may belong to an editor with an API of its own. */
export type EditingRequest = { [A in EditingAction]: BproxyForwardedRequest<A> }[EditingAction];

type EditingAction = 'fill' | 'edit' | 'select-text';

/**
 * A page's result of an action. A page does not know its own document id, nor what is in its frames, so the background
 * adds them to a read.
 */
export type PageResult<A extends ContentAction = ContentAction> = {
  [K in A]: WireResult<K> extends { minted: MintedHandles }
    ? Omit<WireResult<K>, 'minted' | AddedToRead> & { minted: OwnHandles }
    : Omit<WireResult<K>, AddedToRead>;
}[A];

type AddedToRead = 'named' | 'frames';

/** The handles that one document has given out. */
export type OwnHandles = Pick<MintedHandles, 'read' | 'count' | 'again'>;

/** What the user sees of the tab of an act. */
export interface SeenByUser {
  /** The agent has shown this tab to the user: Chrome opens the new tabs of its page in its own way. */
  isShown?: boolean;
  /** The user's keys go to it, so the user sees a question that its page asks. */
  isInFront?: boolean;
}

/** The background's requests to a page, by name. */
export interface PageRequests {
  /** Runs an action of an agent. */
  run: { request: AnyContentRequest; seenBy?: SeenByUser };
  /** Locates the field of an act, for code that runs in the page's own world, and watches the page from now on. */
  locate: { request: EditingRequest };
  /** Whether the element is a part of an editor that bproxy knows, or contains one. Waits for the element. */
  editor: { request: EditingRequest };
  /** What has changed in the page since `locate`. */
  effect: Record<never, never>;
  /** Looks whether something is true of the page now, shadow roots included. */
  look: { condition: PageCondition };
  /** What tells a page at rest from one that still works. */
  quiet: Record<never, never>;
  /** Gathers the facts that distinguish an ordinary page from a sign-in, a CAPTCHA or another obstacle. */
  facts: { marks: string[] };
  /** Names the view of a picture, or tells whether the page still has the view of that name. */
  view: { shot?: string };
  /** Shows the user the one element that a selector matches. */
  point: { selector: string };
  /** Whether a frame of this page can be used, and a pointer at a point of it gets there. */
  hold: { child: FrameInParent; point?: Point };
  /** Keeps the user's keys and clicks from the page until they have paused for this long. */
  shield: { pauseMs: number };
}

/** The answer to each of them. */
export interface PageAnswers {
  run: {
    data: PageResult;
    page: PageState;
    effect?: WireEffect;
    /** The visible frames that a read has found, in page order. */
    frames?: FoundFrame[];
    /** The document, which is in a frame, asks for a payment card. */
    payment?: true;
  };
  locate: PlacedTarget;
  editor: boolean;
  effect: WireEffect;
  look: Looked;
  quiet: { isLoaded: boolean; sign: string; isListFull: boolean };
  facts: PageFacts;
  view: string | null;
  point: Pointed;
  hold: Held;
  shield: true;
}

export type PageQuestion = keyof PageRequests;

export type PageRequest<Q extends PageQuestion = PageQuestion> = {
  [K in Q]: { type: K } & PageRequests[K];
}[Q];

type Condition = Omit<ForwardedParams<'wait'>, 'any' | 'timeout'>;

/** What a page can be asked for. */
export type PageCondition = Pick<Condition, 'target' | 'element' | 'min' | 'frame'> & {
  strategy: 'selector' | 'count' | 'text' | 'gone' | 'enabled' | 'value';
};

/** `nowhere`: the tab shows Chrome's error page or PDF viewer instead of a page. */
export type Looked = 'met' | 'unmet' | 'not-a-selector' | 'nowhere';

/** How many elements the selector matches. */
export type Pointed = number | 'not-a-selector';

/** The background's messages on the port of a page. The id is that of a request on this port, or of a `sleep`. */
export type ToPage = { id: number } & (
  | PageRequest
  | { type: 'frame-places'; places: FramePlace[] }
  /** The part that the page asked for, as base64. Without data, the rest of the files will not come. */
  | { type: 'part'; file: number; from: number; data: string | null }
  /** No caller waits for the answer any more. */
  | { type: 'cancel' }
  | { type: 'awake' }
  | { type: 'above'; barrier: Barrier | null }
);

/**
 * The page's messages on the port: an action is about to have its first effect, a read needs to know where the page's
 * frames are, and the answer. `sleep` has an id of its own: its `awake` comes after this many milliseconds.
 */
export type FromPage = { id: number } & (
  | { type: 'acting' }
  | { type: 'frames?' }
  /** A part of the files of the request, from this byte on. */
  | { type: 'part?'; file: number; from: number }
  /** The action would have opened this address in a new tab. The page was kept from it. */
  | { type: 'opens'; url: string }
  /** The action makes the page navigate, perhaps by a form that is posted. */
  | { type: 'leaves'; posts: boolean }
  /** What the act has done by now, in case that the page is left before it can say more. */
  | { type: 'so-far'; data: PageResult }
  | { type: 'sleep'; ms: number }
  /** What is in the way to this frame in the pages around it. The answer `above` has the same id. */
  | { type: 'above?'; here: FrameInParent; point?: Point }
  | { type: 'answer'; answer: PageAnswer }
);

export type PageAnswer =
  | { ok: true; value: PageAnswers[PageQuestion] }
  | { ok: false; error: BproxyError }
  /** Nothing was done: the request is for the element with the focus, which is in this frame. */
  | { ok: false; focusIn: ForwardedFrame };

/** What tells a frame from the others of the page that it is in. There, the frame is `window[index]`. */
export interface FrameInParent {
  /** -1 if the frame is in a shadow tree, or cannot be entered. */
  index: number;
  url: string;
  /** For a frame in a shadow tree: its size, its name, and when it was made. */
  width: number;
  height: number;
  windowName: string;
  timeOrigin: number;
}

/** A frame, and where it is. */
export interface FramePlace extends FrameInParent {
  /** Absent if it cannot be entered. */
  frame?: ForwardedFrame;
  /** Why it cannot be entered. */
  closed?: UnreadFrame;
}

/** A point of the window, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/** Why an element cannot be used now. */
export type Obstacle =
  | 'hidden'
  | 'no-size'
  | 'disabled'
  | 'inert'
  | 'moving'
  | 'covered'
  | 'pointer-events'
  | 'off-screen'
  | 'unplaced';

/** What is in the way to a frame, in a page around it. */
export interface Barrier {
  obstacle: Obstacle;
  details: object;
}

/** What a page says of a frame in it. If nothing is in the way: the point in this page, and where this page itself is. */
export type Held = { barrier: Barrier } | { point?: Point; here?: FrameInParent };

/** A visible frame that a read has found. */
export interface FoundFrame {
  info: FrameInfo;
  frame?: ForwardedFrame;
  /** Where its content belongs: the index of a line of a tree, or of a character of a text. */
  at: number;
  /** The level of its content in a tree. */
  indent: number;
  isInView: boolean;
}

/** An element as an agent sees it. */
export interface ElementFingerprint {
  tag: string;
  role?: string;
  name?: string;
  /** Its name would have taken too much work, so only its tag is known. */
  isCut?: true;
}

/** Where an element is, and how it looks. Another element in that place is refused. */
export type PlacedTarget = ElementTarget & { expect?: ElementFingerprint };
