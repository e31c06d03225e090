import type { ActionResult } from '@bproxy/shared';
import * as z from 'zod';
import { tabLost } from '../../state/tab-facts.ts';
import { type EffectInput, readData, sessionAndTab } from '../effect.ts';

const returned = z.object({ returned: z.literal(true), changed: z.array(z.string()).exactOptional() });

export function tabReturn(input: EffectInput): ActionResult['tab.return'] {
  const data = readData(returned, input.data);
  const owned = sessionAndTab(input);
  tabLost(owned, 'tab_return', input.context);
  return { tab: owned.tab.handle, ...data };
}
