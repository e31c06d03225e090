import type { Action, ActionParams } from './actions.ts';
import type { BproxyError } from './errors.ts';
import type { SessionId } from './sessions.ts';

export const PROTOCOL_VERSION = 1;

/** The CLI's request to the daemon. `destructive` is for information only: the daemon uses its own table. */
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
  /** The document is loading, or visibly shows that it is working. */
  busy: boolean;
  /** The server's status code for the document. Absent if no server was involved. */
  httpStatus?: number;
  /** hidden: the tab is in the background, or its window is minimised or covered. Absent if bproxy could not look. */
  visibility?: 'visible' | 'hidden';
  /** It is the active tab of the window that has the user's keyboard. */
  foreground?: boolean;
}

/** The `page` of answers that are not about a page. */
export const NO_PAGE: PageState = { url: '', title: '', state: 'ready', busy: false };

/** An action ran: its data, and the page afterwards. */
export interface SuccessEnvelope<Data extends object = object> {
  protocol_version: typeof PROTOCOL_VERSION;
  id: string;
  ok: true;
  data: Data;
  page: PageState;
  /** True if this is the stored answer of an earlier run of the same request. */
  replay: boolean;
}

export interface ErrorEnvelope {
  protocol_version: typeof PROTOCOL_VERSION;
  id: string;
  ok: false;
  error: BproxyError;
}

/**
 * The answer to a request, under the request's id. The process that ran the action creates it: the extension's worker or
 * the daemon. A caller reads the daemon's envelope, whose data is `ActionResult[A]`.
 */
export type Envelope<Data extends object = object> = SuccessEnvelope<Data> | ErrorEnvelope;

export function successEnvelope<Data extends object>(
  id: string,
  data: Data,
  page: PageState = NO_PAGE,
): SuccessEnvelope<Data> {
  return { protocol_version: PROTOCOL_VERSION, id, ok: true, data, page, replay: false };
}

export function errorEnvelope(id: string, error: BproxyError): ErrorEnvelope {
  return { protocol_version: PROTOCOL_VERSION, id, ok: false, error };
}
