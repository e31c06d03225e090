import type { BproxyForwardedRequest } from '@bproxy/shared';
import type { ContentAction, FramePlace, PageResult } from '../../content-messages.ts';
import type { Acting } from '../gestures/acting.ts';

export type ContentRequests = { [A in ContentAction]: BproxyForwardedRequest<A> };

export interface PageTools extends Acting {
  /** Lets the background open an address in a new background tab. */
  openTab(url: string): void;
  /** Tells the background that the page navigates, and whether it posts a form. */
  leaves(posts: boolean): void;
  /** Asks the background where the frames of this page are. */
  framePlaces(): Promise<FramePlace[]>;
}

export type ContentHandler<A extends ContentAction> = (
  request: ContentRequests[A],
  tools: PageTools,
) => PageResult<A> | Promise<PageResult<A>>;

export type ContentHandlers = { [A in ContentAction]: ContentHandler<A> };
