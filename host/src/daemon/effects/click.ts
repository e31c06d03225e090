import { filledIn } from '@bproxy/shared';
import { nextStep } from '@bproxy/shared/schemas';
import * as z from 'zod';
import type { EffectInput } from './effect.ts';

const blocked = z.looseObject({ reason: nextStep });

/** Words the reason of a blocked click, and names the tabs that the page has opened since the click was sent; they have joined the session. */
export function click({ data, session, tab, firstNewTab }: EffectInput): object {
  const openedTabs = [...(session?.tabs.values() ?? [])]
    .filter(({ handle, opener }) => opener === tab?.handle && Number(handle.slice(1)) >= firstNewTab)
    .map(({ handle }) => handle);
  const { data: told } = blocked.safeParse(data);
  return {
    ...data,
    ...(told ? { reason: filledIn(told.reason, { session: session?.id ?? '' }) } : {}),
    ...(openedTabs.length > 0 ? { openedTabs } : {}),
  };
}
