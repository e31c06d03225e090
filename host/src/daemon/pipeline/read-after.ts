import { type Envelope, type SuccessEnvelope, successEnvelope } from '@bproxy/shared';
import type { ParsedRequest } from '@bproxy/shared/schemas';
import { sessionMade } from '../answers/next-step.ts';

const READS = {
  diff: { action: 'snapshot', params: { since: 'last' } },
  snapshot: { action: 'snapshot', params: {} },
  text: { action: 'text', params: {} },
} as const;

/** The read that a caller wants with the answer of an act that succeeded. It has an id of its own, and is an own request. */
export function readAfter(request: ParsedRequest, answer: Envelope): ParsedRequest | undefined {
  if (!answer.ok || !('read' in request.params) || request.params.read === undefined) return undefined;
  const { id, deadline, protocol_version } = request;
  return {
    ...READS[request.params.read],
    ...{ protocol_version, id: `${id}:read`, deadline, destructive: false },
    session: request.session || sessionMade(answer),
  };
}

/** The answer of the act with what was read, or with the reason why nothing was. The page is that of the read. */
export function withRead(act: SuccessEnvelope, read: Envelope): SuccessEnvelope {
  const { id, data, page } = act;
  if (!read.ok) return { ...act, data: { ...data, read: { error: read.error } } };
  return { ...successEnvelope(id, { ...data, read: read.data }), page: read.page ?? page };
}
