import { filledIn } from '@bproxy/shared';
import { nextStep } from '@bproxy/shared/schemas';
import * as z from 'zod';
import type { EffectInput } from './effect.ts';

const blocked = z.looseObject({ reason: nextStep });

/**
 * Explains a blocked click, and lists the tabs that the page opened since the click was sent. Those tabs have joined
 * the session.
 */
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
