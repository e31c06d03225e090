import type { ActionResult } from '@bproxy/shared';
import { tabLost } from '../../state/tab-facts.ts';
import { type EffectInput, sessionAndTab } from '../effect.ts';

export function tabClose(input: EffectInput): ActionResult['tab.close'] {
  const owned = sessionAndTab(input);
  tabLost(owned, 'tab_close', input.context);
  return { tab: owned.tab.handle, closed: true };
}
