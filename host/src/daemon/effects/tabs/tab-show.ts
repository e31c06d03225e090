import type { ActionResult } from '@bproxy/shared';
import { type EffectInput, sessionAndTab } from '../effect.ts';

export function tabShow(input: EffectInput): ActionResult['tab.show'] {
  return { tab: sessionAndTab(input).tab.handle, shown: true };
}
