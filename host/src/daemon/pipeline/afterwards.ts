import type { Envelope, SuccessEnvelope } from '@bproxy/shared';
import type { ParsedRequest } from '@bproxy/shared/schemas';
import { sessionMade } from '../answers/next-step.ts';

/** Something that a caller wants to be done after an act that succeeded. It is a request of its own, with an id of its own. */
interface Afterwards {
  request(first: ParsedRequest, answer: SuccessEnvelope): ParsedRequest | undefined;
  /** The answer to both. If the second request failed, the first one is still a success. */
  merged(answer: SuccessEnvelope, second: Envelope): SuccessEnvelope;
}

/** What an answer to `press` says that the one to `fill` does not. */
const OF_SUBMIT = new Set(['default', 'effect', 'openedTabs', 'dialogs']);

/** Enter in the field that was filled, if it holds what it was given. */
const submit: Afterwards = {
  request(first, { data }) {
    if (first.action !== 'fill' || !first.params.submit) return undefined;
    if (!('filled' in data) || data.filled !== true) return undefined;
    const { target, wait, dialogs, frame } = first.params;
    const given = Object.entries({ wait, dialogs, frame }).filter(([, value]) => value !== undefined);
    const params = { target, keys: ['Enter'], ...Object.fromEntries(given) };
    return { ...envelopeAfter(first, 'submit'), action: 'press', params, destructive: true };
  },
  merged(answer, second) {
    if (!second.ok) return { ...answer, data: { ...answer.data, submit: { error: second.error } } };
    const done = Object.entries(second.data).filter(([field]) => OF_SUBMIT.has(field));
    return { ...answer, data: { ...answer.data, submit: Object.fromEntries(done) }, page: second.page };
  },
};

const READS = {
  diff: { action: 'snapshot', params: { since: 'last' } },
  snapshot: { action: 'snapshot', params: {} },
  text: { action: 'text', params: {} },
} as const;

const read: Afterwards = {
  request(first, answer) {
    if (!('read' in first.params) || first.params.read === undefined) return undefined;
    const session = first.session || sessionMade(answer);
    return { ...envelopeAfter(first, 'read'), ...READS[first.params.read], session, destructive: false };
  },
  merged(answer, second) {
    if (!second.ok) return { ...answer, data: { ...answer.data, read: { error: second.error } } };
    return { ...answer, data: { ...answer.data, read: second.data }, page: second.page };
  },
};

/** In this order. */
const AFTERWARDS: readonly Afterwards[] = [submit, read];

/** Does what is to be done after a request that succeeded. Gives out the answer again with each part of it. */
export async function* afterwards(
  first: ParsedRequest,
  answer: Envelope,
  run: (request: ParsedRequest) => Promise<Envelope>,
): AsyncGenerator<SuccessEnvelope> {
  if (!answer.ok) return;
  let whole = answer;
  for (const { request, merged } of AFTERWARDS) {
    const second = request(first, whole);
    if (!second) continue;
    whole = merged(whole, await run(second));
    yield whole;
  }
}

function envelopeAfter({ id, deadline, protocol_version, session }: ParsedRequest, what: string) {
  return { protocol_version, id: `${id}:${what}`, deadline, session };
}
