import type { ActionResult } from '@bproxy/shared';
import * as z from 'zod';
import { type EffectInput, readData, sessionAndTab } from '../effect.ts';

const woken = z.object({ woken: z.boolean(), url: z.string(), title: z.string() });

export function tabWake(input: EffectInput): ActionResult['tab.wake'] {
  return { tab: sessionAndTab(input).tab.handle, ...readData(woken, input.data) };
}
