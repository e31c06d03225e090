import type { AnyContentRequest } from '../content-messages.ts';
import * as own from './dom/own-properties.ts';

/** In a background tab, only if the owner of the computer has allowed it. */
export function mayAct({ hiddenTabs }: Pick<AnyContentRequest, 'hiddenTabs'>): boolean {
  return hiddenTabs === 'allow' || own.visibilityState(document) === 'visible';
}
