import { traitsOf } from '@bproxy/shared';
import type { AnyContentRequest } from '../content-messages.ts';
import * as own from './dom/own-properties.ts';

/** In a background tab, unless the action needs what only a visible one has, or the owner wants no action there. */
export function mayAct({ action, hiddenTabs }: Pick<AnyContentRequest, 'action' | 'hiddenTabs'>): boolean {
  if (own.visibilityState(document) === 'visible') return true;
  const { destructive, needs } = traitsOf(action);
  return needs === undefined && !(destructive && hiddenTabs === 'refuse');
}
