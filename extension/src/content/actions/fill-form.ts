import {
  type BproxyError,
  type ClientElementTarget,
  type FieldResult,
  type ForwardedElementTarget,
  type ForwardedParams,
  makeError,
  next,
  ProtocolError,
  param,
} from '@bproxy/shared';
import { messageOf } from '../../thrown.ts';
import { type Acting, announcedOnce } from '../gestures/acting.ts';
import { endOfWait, patiently } from '../gestures/patience.ts';
import { mayAct } from '../may-act.ts';
import { sleep } from '../page-clock.ts';
import { placed } from '../targets/resolve-target.ts';
import { fillField } from '../writing/fill-field.ts';
import type { ContentHandler } from './handler.ts';

/** The time to write, read back and answer in a slow page. */
const ONE_FIELD_MS = 500;

export const fillForm: ContentHandler<'fill-form'> = async (request, tools) => {
  const { fields } = request.params;
  const { min, max } = request.pace ?? { min: 0, max: 0 };
  const acting = announcedOnce(tools);
  const results: FieldResult[] = [];
  for (const [index, field] of fields.entries()) {
    const pause = index === 0 ? 0 : min + Math.random() * (max - min);
    if (Date.now() + pause + ONE_FIELD_MS > request.deadline) {
      return { results: [...results, ...fields.slice(index).map(tooLate)] };
    }
    if (pause > 0) await sleep(pause);
    tools.signal.throwIfAborted();
    results.push(await resultOf(field, mayAct(request), { ...acting, until: endOfWait(request) }));
  }
  return { results };
};

type Field = ForwardedParams<'fill-form'>['fields'][number];

/** If one field fails, the others are still written. */
async function resultOf(field: Field, mayGoOn: boolean, acting: Acting): Promise<FieldResult> {
  try {
    // The user may have switched to another tab during a pause.
    if (!mayGoOn) throw new ProtocolError('TAB_NOT_VISIBLE');
    if ('handle' in field.target && field.target.lost) return failed(field, field.target.lost);
    return await patientlyFilled(field, acting);
  } catch (thrown) {
    return failed(field, asError(thrown));
  }
}

/** Each field may have to wait: the page may show it only once the one before it is filled. */
function patientlyFilled(field: Field, acting: Acting): Promise<FieldResult> {
  let hasActed = false;
  const announce = (element: Element | null) => {
    acting.announce(element);
    hasActed = true;
  };
  const attempt = async (now: Pick<Acting, 'waitedMs' | 'isLast'>) => {
    const target = placed(field.target);
    const { expect: _, ...place } = target;
    return { target: place, ...(await fillField({ ...field, target }, { ...acting, ...now, announce })) };
  };
  return patiently(attempt, { ...acting, hasActed: () => hasActed });
}

function tooLate(field: Field): FieldResult {
  return failed(
    field,
    makeError('TIMEOUT', {
      message: 'The deadline was too near to write this field; it was left as it is.',
      suggestedAction: next`Fill the remaining fields with another fill-form, or use a longer ${param({ timeout: true })}.`,
      retry: 'safe',
    }),
  );
}

function failed({ target }: Field, error: BproxyError): FieldResult {
  return { target: asNamed(target), filled: false, verifiedValue: '', error };
}

function asError(thrown: unknown): BproxyError {
  if (thrown instanceof ProtocolError) return thrown.error;
  return makeError('SCRIPT_ERROR', { message: messageOf(thrown) });
}

function asNamed(target: ForwardedElementTarget): ClientElementTarget {
  return 'handle' in target ? { handle: target.handle } : target;
}
