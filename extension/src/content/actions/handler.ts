import type { BproxyForwardedRequest, WireResult } from '@bproxy/shared';
import type { ContentAction, FramePlace } from '../../content-messages.ts';

export type ContentRequests = { [A in ContentAction]: BproxyForwardedRequest<A> };

export interface PageTools {
  /** Fires when nobody waits for the answer any more. */
  signal: AbortSignal;
  /** Tells the background, before the first effect: a page that dies from here on has been acted upon. */
  announce(): void;
  /** Asks the background where the frames of this page are. */
  framePlaces(): Promise<FramePlace[]>;
}

export type ContentHandler<A extends ContentAction> = (
  request: ContentRequests[A],
  tools: PageTools,
) => WireResult<A> | Promise<WireResult<A>>;

export type ContentHandlers = { [A in ContentAction]: ContentHandler<A> };
