import {
  type BproxyErrorResponse,
  type ForwardedAction,
  MAX_FROM_EXTENSION_BYTES,
  makeError,
  type PageState,
  PROTOCOL_VERSION,
  ProtocolError,
  type WireResponse,
  type WireResult,
  type WireSuccess,
} from '@bproxy/shared';
import { capped, cappedData } from './page-strings.ts';

/** What a handler gives back; the dispatcher makes the answer of it. */
export interface Outcome<A extends ForwardedAction> {
  data: WireResult<A>;
  page: PageState;
}

export function success<A extends ForwardedAction>(id: string, outcome: Outcome<A>): WireSuccess<A> {
  const [data, page] = [cappedData(outcome.data), capped(outcome.page)];
  return { protocol_version: PROTOCOL_VERSION, id, ok: true, data, page, replay: false };
}

export function failure(id: string, thrown: unknown): BproxyErrorResponse {
  return { protocol_version: PROTOCOL_VERSION, id, ok: false, error: capped(errorOf(thrown)) };
}

/** No stack: it would carry the extension's address into an answer. */
function errorOf(thrown: unknown) {
  if (thrown instanceof ProtocolError) return thrown.error;
  const name = thrown instanceof Error ? thrown.name : typeof thrown;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const message = text.replace(/chrome-extension:\/\/\S*/g, '(extension)');
  return makeError('SCRIPT_ERROR', { message, details: { name } });
}

/** A kept answer says so; an error is the same the second time. */
export function asReplay(response: WireResponse): WireResponse {
  return response.ok ? { ...response, replay: true } : response;
}

/** Whether its JSON surely has fewer bytes: no character takes more than six. It costs less than to make the JSON. */
export function isSurelyBelow(limit: number, value: unknown): boolean {
  return limit - worstCase(value) > 0;
}

function worstCase(value: unknown): number {
  if (typeof value === 'string') return 6 * value.length + 3;
  if (typeof value !== 'object' || value === null) return 32;
  let sum = 3;
  if (Array.isArray(value)) for (const entry of value) sum += worstCase(entry) + 1;
  else for (const [key, entry] of Object.entries(value)) sum += worstCase(key) + worstCase(entry) + 2;
  return sum;
}

export function byteLength(response: WireResponse): number {
  return new TextEncoder().encode(JSON.stringify(response)).length;
}

/** Chrome throws on messages of 64 MiB: the caller gets an error that it can act upon instead of silence. */
export function tooLarge(response: WireResponse, bytes: number): BproxyErrorResponse {
  return failure(
    response.id,
    new ProtocolError('RESULT_TOO_LARGE', { details: { bytes, limit: MAX_FROM_EXTENSION_BYTES } }),
  );
}
