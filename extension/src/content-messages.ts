import type { ActionsAt, BproxyError, BproxyForwardedRequest, PageState, WireResult } from '@bproxy/shared';

declare global {
  /**
   * Set by the content script in its own world, which the page cannot see. The background calls it by
   * `executeScript`: for a read that costs half of what a message does.
   */
  var bproxyRead: ((request: AnyContentRequest) => Promise<string>) | undefined;
}

export type ContentAction = ActionsAt<'content'>;

export type AnyContentRequest = { [A in ContentAction]: BproxyForwardedRequest<A> }[ContentAction];

/** Background → content script. */
export interface RunMessage {
  type: 'run';
  request: AnyContentRequest;
}

/** Content script → background, just before an action has its first effect. */
export interface AnnounceMessage {
  type: 'acting';
  id: string;
}

export function isAnnouncement(value: unknown): value is AnnounceMessage {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'acting' &&
    'id' in value &&
    typeof value.id === 'string'
  );
}

/** Content script → background. */
export type ContentAnswer =
  | { id: string; ok: true; data: WireResult<ContentAction>; page: PageState }
  | { id: string; ok: false; error: BproxyError };

export function isContentAnswer(value: unknown, id: string): value is ContentAnswer {
  if (typeof value !== 'object' || value === null) return false;
  if (!('id' in value) || value.id !== id || !('ok' in value)) return false;
  return value.ok === true ? 'data' in value && 'page' in value : 'error' in value;
}
