import { EFFECT_KINDS, filledIn, withKind } from '@bproxy/shared';
import { nextStep } from '@bproxy/shared/schemas';
import * as z from 'zod';
import { targetOf } from '../answers/next-step.ts';
import { type EffectInput, readData } from './effect.ts';

const kind = z.enum(EFFECT_KINDS);
const acted = z.looseObject({
  // An answer that an older extension has stored has none.
  effect: z
    .looseObject({ seen: kind, also: z.array(kind).exactOptional(), hint: nextStep.exactOptional() })
    .default({ seen: 'none' }),
  reason: nextStep.exactOptional(),
});

/** Words the hint and the reason, and names the tabs that the page opened. Those tabs have joined the session. */
export function actedInPage(input: EffectInput): object {
  const { request, session, tab, firstNewTab } = input;
  const { reason, effect, ...data } = readData(acted, input.data);
  const known = { session: session?.id ?? '', target: targetOf(request) };
  const openedTabs = [...(session?.tabs.values() ?? [])]
    .filter(({ handle, opener }) => opener === tab?.handle && Number(handle.slice(1)) >= firstNewTab)
    .map(({ handle }) => handle);
  const { hint, ...seen } = effect;
  const hasOpened = openedTabs.length > 0;
  return {
    ...data,
    ...(reason === undefined ? {} : { reason: filledIn(reason, known) }),
    effect: {
      ...seen,
      ...(hasOpened ? withKind(seen, 'tab') : {}),
      ...(hint === undefined || hasOpened ? {} : { hint: filledIn(hint, known) }),
    },
    ...(hasOpened ? { openedTabs } : {}),
  };
}
