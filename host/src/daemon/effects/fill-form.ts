import { filledIn } from '@bproxy/shared';
import { elementTarget, nextStep } from '@bproxy/shared/schemas';
import * as z from 'zod';
import { actedInPage } from './acted.ts';
import { type EffectInput, readData } from './effect.ts';

const outcome = z.object({ results: z.array(z.looseObject({})) });
const unfilled = z.looseObject({
  target: elementTarget,
  error: z.looseObject({ suggestedAction: nextStep }),
});

/** Every failed field has its own error with its own next step. */
export function fillForm(input: EffectInput): object {
  const { results } = readData(outcome, input.data);
  const session = input.session?.id ?? '';
  return { ...actedInPage(input), results: results.map((result) => withNextStep(result, session)) };
}

function withNextStep(result: object, session: string): object {
  const { data: failed } = unfilled.safeParse(result);
  if (!failed) return result;
  const { target, error } = failed;
  const suggestedAction = filledIn(error.suggestedAction, { session, target });
  return { ...result, error: { ...error, suggestedAction } };
}
