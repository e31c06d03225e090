import type { ActionsAt, BproxyError, BproxyForwardedRequest, PageState, WireResult } from '@bproxy/shared';

export type ContentAction = ActionsAt<'content'>;

export type AnyContentRequest = { [A in ContentAction]: BproxyForwardedRequest<A> }[ContentAction];

/** What the background says on the port of a page. */
export interface ToPage {
  type: 'run';
  request: AnyContentRequest;
}

/** What the content script says on it: that an action is about to have its first effect, and the answer. */
export type FromPage = { type: 'acting'; id: string } | { type: 'answer'; answer: ContentAnswer };

export type ContentAnswer =
  | { id: string; ok: true; data: WireResult<ContentAction>; page: PageState }
  | { id: string; ok: false; error: BproxyError };
