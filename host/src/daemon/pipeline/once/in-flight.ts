import { type Envelope, idInUse } from '@bproxy/shared';

/** A retry of a running request joins it; the two never run side by side. */
export class InFlightRequests {
  readonly #running = new Map<string, { payload: string; answer: Promise<Envelope> }>();

  join(id: string, payload: string, run: () => Promise<Envelope>): Promise<Envelope> {
    const known = this.#running.get(id);
    if (known?.payload === payload) return known.answer;
    if (known) throw idInUse('Another request with this id is running.');
    const answer = run().finally(() => this.#running.delete(id));
    this.#running.set(id, { payload, answer });
    return answer;
  }
}
