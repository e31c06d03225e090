import * as z from 'zod';
import { type EffectInput, readData } from './effect.ts';

const waited = z.looseObject({ tabId: z.int().exactOptional() });

/** Callers know tabs by their handles. */
export function wait(input: EffectInput): object {
  const { tabId, ...data } = readData(waited, input.data);
  const { context, browser, session } = input;
  const owner =
    tabId === undefined ? undefined : context.sessions.ownerOf({ instance: browser.instance, tabId });
  return { ...data, ...(owner && owner.session === session ? { tab: owner.tab.handle } : {}) };
}
