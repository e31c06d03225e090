import type { ActionsAt, BproxyForwardedRequest, Outcome } from '@bproxy/shared';
import type { SessionDownloads } from '../downloads/session-downloads.ts';
import type { FileParts } from '../files/file-parts.ts';
import type { FrameNames } from '../frames/frame-names.ts';
import type { TabGroups } from '../groups/tab-groups.ts';
import type { LendAsks } from '../lending/lend-asks.ts';
import type { NavigationEvents } from '../navigation/navigation-events.ts';
import type { Pages } from '../page/content-rpc.ts';
import type { SilentPages } from '../page/silent-pages.ts';
import type { Trace } from '../requests/trace.ts';
import type { FormResults } from '../tabs/form-results.ts';
import type { Front } from '../tabs/front.ts';
import type { OwnedTabs } from '../tabs/owned-tabs.ts';
import type { PutBack } from '../tabs/put-back.ts';

export type BackgroundAction = ActionsAt<'background'>;

/** The services that reach the pages and know about them. */
export interface SharedTools extends Pages {
  owned: OwnedTabs;
  forms: FormResults;
  events: NavigationEvents;
  groups: Pick<TabGroups, 'leave'>;
  asks: Pick<LendAsks, 'add'>;
  silent: SilentPages;
  frameNames: FrameNames;
  trace: Trace;
  fileParts: FileParts;
  downloads: SessionDownloads;
  front: Front;
  putBack: PutBack;
  /** The last tab that a page in this tab has opened since then. */
  openedBy(openerTabId: number, since: number): number | undefined;
  /** Opens a tab for the page of another one, in the background. It joins the session of that one. */
  openFor(openerTabId: number, url: string): Promise<void>;
}

/** The services that the handler of a request may use. */
export interface Tools extends SharedTools {
  /** Fires when no caller waits for the answer any more, and ends the work. */
  signal: AbortSignal;
}

export type BackgroundRequests = { [A in BackgroundAction]: BproxyForwardedRequest<A> };

export type BackgroundHandler<A extends BackgroundAction> = (
  request: BackgroundRequests[A],
  tools: Tools,
) => Promise<Outcome<A>>;

export type BackgroundHandlers = { [A in BackgroundAction]: BackgroundHandler<A> };
