import type { ActionsAt, BproxyForwardedRequest, ElementTarget, Envelope, WireResult } from '@bproxy/shared';

export type ContentAction = ActionsAt<'content'>;

export type AnyContentRequest = { [A in ContentAction]: BproxyForwardedRequest<A> }[ContentAction];

/** What the background says on the port of a page. */
export type ToPage =
  | { type: 'run'; request: AnyContentRequest }
  | { type: 'frame-places'; id: string; places: FramePlace[] };

/**
 * What the content script says on it: that an action is about to have its first effect, that it has to know where
 * the page's frames are, and the answer.
 */
export type FromPage =
  | { type: 'acting'; id: string }
  | { type: 'frames?'; id: string }
  | { type: 'answer'; answer: ContentEnvelope };

/** The page's answer: the envelope, typed by what its handlers give. */
export type ContentEnvelope = Envelope<WireResult<ContentAction>>;

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

/** The page's answer to a fill that the background does itself: where the field is. */
export type PlacedField = WireResult<'fill'> & { place: PlacedTarget };

export function isPlacedField(data: object): data is PlacedField {
  return 'place' in data;
}
