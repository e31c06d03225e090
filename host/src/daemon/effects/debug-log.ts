import * as z from 'zod';
import { type EffectInput, readData } from './effect.ts';

const log = z.object({ entries: z.array(z.looseObject({ tab: z.int().nullable() })) });

/** The extension identifies tabs by Chrome's ids; callers use tab handles. */
export function debugLog({ data, browser, context }: EffectInput) {
  const { entries } = readData(log, data);
  return {
    entries: entries.map((entry) => {
      const owner =
        entry.tab === null
          ? undefined
          : context.sessions.ownerOf({ instance: browser.instance, tabId: entry.tab });
      return { ...entry, tab: owner?.tab.handle ?? null };
    }),
  };
}
