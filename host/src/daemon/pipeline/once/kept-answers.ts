import {
  ANSWER_LIFE_MS,
  type Envelope,
  errorEnvelope,
  idInUse,
  LARGEST_KEPT_ANSWER,
  MOST_KEPT_ANSWERS,
  makeError,
} from '@bproxy/shared';
import type { ParsedRequest } from '@bproxy/shared/schemas';

export const MOST_KEPT_BYTES = 8 * 1024 * 1024;

interface Kept {
  payload: string;
  answer: Envelope;
  bytes: number;
  at: number;
}

/** The answers of requests that may have changed something, for callers that retry with the same id. */
export class KeptAnswers {
  readonly #kept = new Map<string, Kept>();
  readonly #now: () => number;
  #bytes = 0;

  /** `now` must not jump: forgetting an answer too early lets an action run again. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The first answer to this request. Throws if the id belongs to a different request. */
  find(id: string, payload: string): Envelope | undefined {
    this.#forgetOld();
    const kept = this.#kept.get(id);
    if (!kept) return undefined;
    if (kept.payload !== payload) throw idInUse('Another request has been answered under this id.');
    return kept.answer.ok ? { ...kept.answer, replay: true } : kept.answer;
  }

  keep(id: string, payload: string, answer: Envelope): void {
    this.#forget(id);
    const size = sizeOf(answer);
    const isTooLarge = size > LARGEST_KEPT_ANSWER;
    const bytes = isTooLarge ? 0 : size;
    this.#kept.set(id, { payload, answer: isTooLarge ? unkept(id) : answer, bytes, at: this.#now() });
    this.#bytes += bytes;
    this.#forgetOld();
  }

  /** The same answer with what was read afterwards, unless that is too large: the first part is worth more. */
  extend(id: string, answer: Envelope): void {
    const kept = this.#kept.get(id);
    if (kept && sizeOf(answer) <= LARGEST_KEPT_ANSWER) this.keep(id, kept.payload, answer);
  }

  #forgetOld(): void {
    for (const [id, { at }] of this.#kept) {
      const isOld = this.#now() - at > ANSWER_LIFE_MS;
      if (!isOld && this.#kept.size <= MOST_KEPT_ANSWERS && this.#bytes <= MOST_KEPT_BYTES) return;
      this.#forget(id);
    }
  }

  #forget(id: string): void {
    this.#bytes -= this.#kept.get(id)?.bytes ?? 0;
    this.#kept.delete(id);
  }
}

function sizeOf(answer: Envelope): number {
  return Buffer.byteLength(JSON.stringify(answer));
}

/** SHA-256, in hex. */
export type Digest = (data: string | Uint8Array) => string;

/** A fingerprint of the request that can be stored and sent along. */
export function payloadOf({ action, session, params }: ParsedRequest, digest: Digest): string {
  return digest(JSON.stringify([action, session, params]));
}

function unkept(id: string): Envelope {
  const message =
    'The action has run, but its answer was too large to be kept until you asked again. It was not run again.';
  return errorEnvelope(id, makeError('OUTCOME_UNKNOWN', { message }));
}
