import type { ActionResult } from '@bproxy/shared';
import { type EffectInput, sessionAndTab } from './effect.ts';

export function tabClose(input: EffectInput): ActionResult['tab.close'] {
  const { session, tab } = sessionAndTab(input);
  input.context.handles.forgetTab(tab.chrome);
  input.context.sessions.removeTab(session, tab.handle);
  return { tab: tab.handle, closed: true };
}
