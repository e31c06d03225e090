import type { BproxyForwardedRequest } from '@bproxy/shared';
import type { ContentAction, FramePlace, PageResult } from '../../content-messages.ts';

export type ContentRequests = { [A in ContentAction]: BproxyForwardedRequest<A> };

export interface PageTools {
  /** Fires when no caller waits for the answer any more. */
  signal: AbortSignal;
  /** Notifies the background before the first effect: a page that dies from here on counts as acted on. */
  announce(): void;
  /** Asks the background where the frames of this page are. */
  framePlaces(): Promise<FramePlace[]>;
}

export type ContentHandler<A extends ContentAction> = (
  request: ContentRequests[A],
  tools: PageTools,
) => PageResult<A> | Promise<PageResult<A>>;

export type ContentHandlers = { [A in ContentAction]: ContentHandler<A> };
