import type { ActionsAt, BproxyForwardedRequest } from '@bproxy/shared';
import type { Outcome } from '../answer.ts';
import type { Pages } from '../content-rpc.ts';
import type { NavigationEvents } from '../navigation-events.ts';
import type { OwnedTabs } from '../owned-tabs.ts';
import type { SilentPages } from '../silent-pages.ts';
import type { Trace } from '../trace.ts';

export type BackgroundAction = ActionsAt<'background'>;

/** What the handlers of the background may use. */
export interface Tools extends Pages {
  owned: OwnedTabs;
  events: NavigationEvents;
  silent: SilentPages;
  trace: Trace;
  /** Fires when nobody waits for the answer any more. Only reads heed it: what was begun is finished. */
  cancelled?: AbortSignal;
}

export type BackgroundRequests = { [A in BackgroundAction]: BproxyForwardedRequest<A> };

export type BackgroundHandler<A extends BackgroundAction> = (
  request: BackgroundRequests[A],
  tools: Tools,
) => Promise<Outcome<A>>;

/** An action without a handler is one that a newer daemon knows: both are answered alike. */
export type BackgroundHandlers = { [A in BackgroundAction]?: BackgroundHandler<A> };
