import {
  type Action,
  type ActionResult,
  type BproxyError,
  type BproxyErrorResponse,
  type BproxySuccessResponse,
  makeError,
  NO_PAGE,
  type PageState,
  PROTOCOL_VERSION,
  ProtocolError,
} from '@bproxy/shared';

export function success<A extends Action>(
  id: string,
  data: ActionResult[A],
  page: PageState = NO_PAGE,
  replay = false,
): BproxySuccessResponse<A> {
  return { protocol_version: PROTOCOL_VERSION, id, ok: true, data, page, replay };
}

/** What the daemon answers. `data` of forwarded actions is the extension's; the contract types it for callers. */
export type Answer = (Omit<BproxySuccessResponse, 'data'> & { data: object }) | BproxyErrorResponse;

/** How a request ended. `final`: it ran, or may have run, so that this stays the answer to its id. */
export interface Outcome {
  answer: Answer;
  final: boolean;
}

export function failure(id: string, error: BproxyError): BproxyErrorResponse {
  return { protocol_version: PROTOCOL_VERSION, id, ok: false, error };
}

/** Any thrown value as the error of an answer. What was not foreseen is our fault, and says so. */
export function toError(thrown: unknown): BproxyError {
  if (thrown instanceof ProtocolError) return thrown.error;
  return makeError('INTERNAL_ERROR', {
    message: `bproxy failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
  });
}
