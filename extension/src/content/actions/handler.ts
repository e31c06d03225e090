import type { BproxyForwardedRequest, WireResult } from '@bproxy/shared';
import type { ContentAction } from '../../content-messages.ts';

export type ContentRequests = { [A in ContentAction]: BproxyForwardedRequest<A> };

export type ContentHandler<A extends ContentAction> = (
  request: ContentRequests[A],
) => WireResult<A> | Promise<WireResult<A>>;

export type ContentHandlers = { [A in ContentAction]?: ContentHandler<A> };
