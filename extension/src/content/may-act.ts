import type { AnyContentRequest } from '../content-messages.ts';

/** In a tab that nobody sees only if the owner of the computer has allowed it. */
export function mayAct({ hiddenTabs }: Pick<AnyContentRequest, 'hiddenTabs'>): boolean {
  return hiddenTabs === 'allow' || document.visibilityState === 'visible';
}
