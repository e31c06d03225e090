import type { SessionId } from '@bproxy/shared';

/** Where a tab was in the tab strip. */
export interface Place {
  windowId: number;
  index: number;
  pinned: boolean;
  groupId: number;
}

/** A tab that the user lent, as it was found. */
export interface Loan extends Place {
  /** Null for a session that the daemon makes for this tab. */
  session: SessionId | null;
  readOnly: boolean;
  url: string;
  muted: boolean;
  autoDiscardable: boolean;
}

const STORES = /^https:\/\/(?:chromewebstore\.google\.com|chrome\.google\.com\/webstore)(?:[/?#]|$)/;

/** Chrome lets no extension into its own pages and into its store. */
export function canBeLent(url: string): boolean {
  return /^https?:/.test(url) && !STORES.test(url);
}
