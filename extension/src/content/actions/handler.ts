import type { BproxyForwardedRequest } from '@bproxy/shared';
import type { ContentAction, FoundFrame, FramePlace, PageResult } from '../../content-messages.ts';
import type { Acting } from '../gestures/acting.ts';

export type ContentRequests = { [A in ContentAction]: BproxyForwardedRequest<A> };

export interface PageTools extends Acting {
  /** Lets the background open an address in a new background tab. */
  openTab(url: string): void;
  /** Tells the background that the page navigates, and whether it posts a form. */
  leaves(posts: boolean): void;
  /** Tells the background what the act has done by now: it may make the browser leave the page. */
  soFar(data: PageResult): void;
  /** Asks the background where the frames of this page are. */
  framePlaces(): Promise<FramePlace[]>;
  /** Asks the daemon for bytes of a file of this request, as base64. Null if they will not come. */
  filePart(file: number, from: number): Promise<string | null>;
  /** Reports the frames that a read has found. The background reads what is in them. */
  foundFrames(frames: FoundFrame[]): void;
}

export type ContentHandler<A extends ContentAction> = (
  request: ContentRequests[A],
  tools: PageTools,
) => PageResult<A> | Promise<PageResult<A>>;

/** Runs before the handler of an act and changes nothing in the page. It may take long. */
export type Preparation<A extends ContentAction> = (
  request: ContentRequests[A],
  tools: PageTools,
) => Promise<void>;

export type ContentHandlers = { [A in ContentAction]: ContentHandler<A> };
