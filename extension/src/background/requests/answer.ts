import {
  type Envelope,
  type ErrorEnvelope,
  errorEnvelope,
  type ForwardedAction,
  MAX_FROM_EXTENSION_BYTES,
  type Outcome,
  ProtocolError,
  type SuccessEnvelope,
  successEnvelope,
  type WireResult,
} from '@bproxy/shared';
import { errorOf } from '../../thrown.ts';
import { capped, cappedData } from './page-strings.ts';

export function success<A extends ForwardedAction>(
  id: string,
  { data, page, ...act }: Outcome<A>,
): SuccessEnvelope<WireResult<A>> {
  return successEnvelope(id, cappedData({ ...data, ...act }), capped(page));
}

export function failure(id: string, thrown: unknown): ErrorEnvelope {
  return errorEnvelope(id, capped(errorOf(thrown)));
}

/** A stored answer is marked as such. An error is the same the second time. */
export function asReplay(response: Envelope): Envelope {
  return response.ok ? { ...response, replay: true } : response;
}

/**
 * Whether the JSON is certain to have fewer bytes: no character takes more than six. This is cheaper than building the
 * JSON.
 */
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

export function byteLength(response: Envelope): number {
  return new TextEncoder().encode(JSON.stringify(response)).length;
}

/** Chrome throws on messages of 64 MiB. Instead of silence, the caller gets an error that it can act on. */
export function tooLarge(response: Envelope, bytes: number): ErrorEnvelope {
  return failure(
    response.id,
    new ProtocolError('RESULT_TOO_LARGE', { details: { bytes, limit: MAX_FROM_EXTENSION_BYTES } }),
  );
}
