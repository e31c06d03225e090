import { filledIn } from '@bproxy/shared';
import { elementTarget, nextStep } from '@bproxy/shared/schemas';
import * as z from 'zod';
import { type EffectInput, readData } from './effect.ts';

const outcome = z.object({ results: z.array(z.looseObject({})) });
const unfilled = z.looseObject({
  target: elementTarget,
  error: z.looseObject({ suggestedAction: nextStep }),
});

/** Every failed field has its own error with its own next step. */
export function fillForm({ data, session }: EffectInput): object {
  const { results } = readData(outcome, data);
  return { results: results.map((result) => withNextStep(result, session?.id ?? '')) };
}

function withNextStep(result: object, session: string): object {
  const { data: failed } = unfilled.safeParse(result);
  if (!failed) return result;
  const { target, error } = failed;
  const suggestedAction = filledIn(error.suggestedAction, { session, target });
  return { ...result, error: { ...error, suggestedAction } };
}
