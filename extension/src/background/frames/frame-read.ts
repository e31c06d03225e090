import {
  type ACTIONS,
  type BproxyForwardedRequest,
  type ForwardedFrame,
  traitsOf,
  type UnreadFrame,
} from '@bproxy/shared';
import type { AnyContentRequest, FoundFrame, PageAnswers, PageResult } from '../../content-messages.ts';
import type { DocumentRef } from '../page/document-ref.ts';

type Table = typeof ACTIONS;

/** The reads that include the frames of a page. */
export type FrameReadAction = {
  [A in keyof Table]: Table[A] extends { readsFrames: true } ? A : never;
}[keyof Table];

export type FrameRead<A extends FrameReadAction = FrameReadAction> = {
  [K in A]: BproxyForwardedRequest<K>;
}[A];

export function isFrameRead(request: AnyContentRequest): request is FrameRead {
  return traitsOf(request.action).readsFrames === true;
}

/** What was read in one document, and the frames in it. */
export interface Part<A extends FrameReadAction = FrameReadAction> {
  data: PageResult<A>;
  frame?: ForwardedFrame;
  document: DocumentRef;
  below: Below<A>[];
}

export interface Below<A extends FrameReadAction = FrameReadAction> {
  found: FoundFrame;
  part?: Part<A>;
  unread?: UnreadFrame;
  payment?: true;
  /** A frame of another site: only so much of it is in the answer. */
  most?: number;
}

export function partOf<A extends FrameReadAction>(
  { data, frames = [] }: PageAnswers['run'],
  document: DocumentRef,
  frame?: ForwardedFrame,
): Part<A> {
  return {
    // as: the page has run the read of this action.
    data: data as PageResult<A>,
    document,
    ...(frame ? { frame } : {}),
    below: frames.map((found) => ({ found })),
  };
}
