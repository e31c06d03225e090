import {
  type BproxyError,
  type BproxyForwardedRequest,
  type FieldResult,
  makeError,
  type Outcome,
  ProtocolError,
  ranked,
} from '@bproxy/shared';
import { messageOf } from '../../thrown.ts';
import { sleep } from '../time-limit.ts';

type FillForm = BproxyForwardedRequest<'fill-form'>;
type Field = FillForm['params']['fields'][number];
type FillOne = (request: FillForm) => Promise<Outcome>;

/** The fields of a form that is spread over several frames, in their order: each part is in one document. */
export function partsOfForm({ params }: FillForm): Field[][] {
  const parts: Field[][] = [];
  let last: string | undefined;
  for (const field of params.fields) {
    const { target } = field;
    const document = 'handle' in target && target.frame ? target.documentId : 'page';
    if (document === last) parts.at(-1)?.push(field);
    else parts.push([field]);
    last = document;
  }
  return parts;
}

/** Fills each part in its document. If a frame is gone, its fields fail, and the others are still written. */
export async function fillInParts(
  request: FillForm,
  parts: readonly Field[][],
  fill: FillOne,
): Promise<Outcome<'fill-form'>> {
  const results: FieldResult[] = [];
  const outcomes: Outcome[] = [];
  let failure: unknown;
  for (const [index, fields] of parts.entries()) {
    const { min, max } = request.pace ?? { min: 0, max: 0 };
    if (index > 0) await sleep(min + Math.random() * (max - min));
    try {
      const outcome = await fill({ ...request, params: { ...request.params, fields } });
      outcomes.push(outcome);
      if ('results' in outcome.data) results.push(...outcome.data.results);
    } catch (thrown) {
      failure = thrown;
      results.push(...fields.map((field) => failed(field, errorOf(thrown))));
    }
  }
  const last = outcomes.at(-1);
  if (!last) throw failure;
  const seen = outcomes.flatMap(({ effect }) => (effect ? [effect.seen, ...(effect.also ?? [])] : []));
  return { ...last, data: { results }, effect: { ...last.effect, ...ranked(new Set(seen)) } };
}

function failed({ target }: Field, error: BproxyError): FieldResult {
  const named = 'handle' in target ? { handle: target.handle } : target;
  return { target: named, filled: false, verifiedValue: '', error };
}

function errorOf(thrown: unknown): BproxyError {
  return thrown instanceof ProtocolError
    ? thrown.error
    : makeError('SCRIPT_ERROR', { message: messageOf(thrown) });
}
