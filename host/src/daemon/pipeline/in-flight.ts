import { ProtocolError } from '@bproxy/shared';
import type { ParsedRequest } from '@bproxy/shared/schemas';
import type { Answer } from './answers.ts';

/** A request that is asked again while it runs joins the first one; it never runs beside it. */
export class InFlightRequests {
  readonly #running = new Map<string, { payload: string; answer: Promise<Answer> }>();

  join(request: ParsedRequest, run: () => Promise<Answer>): Promise<Answer> {
    const payload = JSON.stringify([request.action, request.session, request.params]);
    const known = this.#running.get(request.id);
    if (known) {
      if (known.payload === payload) return known.answer;
      throw new ProtocolError('BAD_REQUEST', {
        message: 'Another request with this id is running.',
        suggestedAction: 'Give every request an id of its own.',
        details: { issues: [{ path: 'id', message: 'is in use' }] },
      });
    }
    const answer = run().finally(() => this.#running.delete(request.id));
    this.#running.set(request.id, { payload, answer });
    return answer;
  }
}
