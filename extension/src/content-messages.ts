import type {
  ActionsAt,
  BproxyError,
  BproxyForwardedRequest,
  ElementTarget,
  MintedHandles,
  PageState,
  WireResult,
} from '@bproxy/shared';
import type { PageFacts } from './page-facts.ts';

export type ContentAction = ActionsAt<'content'>;

export type AnyContentRequest = { [A in ContentAction]: BproxyForwardedRequest<A> }[ContentAction];

/** What a page answers to an action. No page knows its own document id: the background adds that to a read. */
export type PageResult<A extends ContentAction = ContentAction> = {
  [K in A]: WireResult<K> extends { minted: MintedHandles }
    ? Omit<WireResult<K>, 'minted'> & { minted: Omit<MintedHandles, 'documentId'> }
    : WireResult<K>;
}[A];

/** Everything that the background asks of a page, by its name. */
export interface PageRequests {
  /** Runs an action of an agent. */
  run: { request: AnyContentRequest };
  /** Says where the field of a fill is, for code that runs in the page's own world. */
  locate: { request: BproxyForwardedRequest<'fill'> };
  /** Looks for a selector in the document and its open shadow roots. */
  find: { selector: string };
  /** Gathers what tells a page from an obstacle in front of one. */
  facts: { marks: string[] };
  /** Shows the user the one element that a selector matches. */
  point: { selector: string };
}

/** The answer to each of them. */
export interface PageAnswers {
  run: { data: PageResult; page: PageState };
  locate: PlacedTarget;
  find: Found;
  facts: PageFacts;
  point: Pointed;
}

export type PageQuestion = keyof PageRequests;

export type PageRequest<Q extends PageQuestion = PageQuestion> = {
  [K in Q]: { type: K } & PageRequests[K];
}[Q];

/** `nowhere`: the tab shows Chrome's error page or PDF viewer instead of a page. */
export type Found = 'found' | 'absent' | 'not-a-selector' | 'nowhere';

/** How many elements the selector matches. */
export type Pointed = number | 'not-a-selector';

/** The background's messages on the port of a page. The id is that of a request on this port. */
export type ToPage = { id: number } & (
  | PageRequest
  | { type: 'frame-places'; places: FramePlace[] }
  /** Nobody waits for the answer any more. */
  | { type: 'cancel' }
);

/**
 * The page's messages on it: an action is about to have its first effect, it has to know where the page's frames
 * are, and the answer.
 */
export type FromPage = { id: number } & (
  | { type: 'acting' }
  | { type: 'frames?' }
  | { type: 'answer'; answer: PageAnswer }
);

export type PageAnswer = { ok: true; value: PageAnswers[PageQuestion] } | { ok: false; error: BproxyError };

/** Where a frame is. `window[index]` is the same frame in the page that holds it. */
export interface FramePlace {
  index: number;
  url: string;
}

/** What an element looks like to an agent. */
export interface ElementFingerprint {
  tag: string;
  role?: string;
  name?: string;
  /** To name it took too much work: then nothing but its tag is known. */
  isCut?: true;
}

/** Where an element is, and what it looks like: another one in its place is refused. */
export type PlacedTarget = ElementTarget & { expect?: ElementFingerprint };
