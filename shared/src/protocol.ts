import type { Action, ActionParams, ActionResult } from './actions.ts';
import type { BproxyError } from './errors.ts';
import type { SessionId } from './sessions.ts';

export const PROTOCOL_VERSION = 1;

/** What the CLI posts to the daemon. `destructive` is informative: the daemon goes by its own table. */
export interface BproxyRequest<A extends Action = Action> {
  protocol_version: typeof PROTOCOL_VERSION;
  id: string;
  action: A;
  params: ActionParams[A];
  /** Empty for the actions that need no session. */
  session: SessionId | '';
  /** Unix milliseconds. */
  deadline: number;
  destructive: boolean;
}

export interface PageState {
  url: string;
  title: string;
  state: 'loading' | 'ready' | 'error';
  /** The document loads, or shows in the window that it is at work. */
  busy: boolean;
  /** What the server answered when the document was loaded; absent where nothing was asked of a server. */
  httpStatus?: number;
}

/** The page of answers that concern no page. */
export const NO_PAGE: PageState = { url: '', title: '', state: 'ready', busy: false };

export interface BproxySuccessResponse<A extends Action = Action> {
  protocol_version: typeof PROTOCOL_VERSION;
  id: string;
  ok: true;
  data: ActionResult[A];
  page: PageState;
  /** True when this is the kept answer of an earlier run of the same request. */
  replay: boolean;
}

export interface BproxyErrorResponse {
  protocol_version: typeof PROTOCOL_VERSION;
  id: string;
  ok: false;
  error: BproxyError;
}

export type BproxyResponse<A extends Action = Action> = BproxySuccessResponse<A> | BproxyErrorResponse;
