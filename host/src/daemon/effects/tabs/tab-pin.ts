import type { ActionResult } from '@bproxy/shared';
import { type EffectInput, sessionAndTab } from '../effect.ts';

export function tabPin(input: EffectInput): ActionResult['tab.pin'] | ActionResult['tab.unpin'] {
  const { handle } = sessionAndTab(input).tab;
  return input.request.action === 'tab.pin' ? { tab: handle, pinned: true } : { tab: handle, pinned: false };
}
