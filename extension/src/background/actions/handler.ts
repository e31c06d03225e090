import type { ActionsAt, BproxyForwardedRequest, Outcome } from '@bproxy/shared';
import type { NavigationEvents } from '../navigation/navigation-events.ts';
import type { Pages } from '../page/content-rpc.ts';
import type { SilentPages } from '../page/silent-pages.ts';
import type { Trace } from '../requests/trace.ts';
import type { OwnedTabs } from '../tabs/owned-tabs.ts';

export type BackgroundAction = ActionsAt<'background'>;

/** What leads to the pages, and to what is known of them. */
export interface SharedTools extends Pages {
  owned: OwnedTabs;
  events: NavigationEvents;
  silent: SilentPages;
  trace: Trace;
}

/** What the handler of a request may use. */
export interface Tools extends SharedTools {
  /** Fires when nobody waits for the answer any more: the work ends. */
  signal: AbortSignal;
}

export type BackgroundRequests = { [A in BackgroundAction]: BproxyForwardedRequest<A> };

export type BackgroundHandler<A extends BackgroundAction> = (
  request: BackgroundRequests[A],
  tools: Tools,
) => Promise<Outcome<A>>;

export type BackgroundHandlers = { [A in BackgroundAction]: BackgroundHandler<A> };
