import type { SessionId } from '@bproxy/shared';
import type { Place } from '../lending/loan.ts';
import type { Seen, SeenTab } from './group-plan.ts';

/** A tab that was outside for a shorter time was made in the group: the user has not moved it there. */
const OUTSIDE_MS = 1_000;

interface Visitor {
  tabId: number;
  session: SessionId;
  /** When it was first seen in the group. */
  since: number;
  /** Where it was before. */
  found: Place;
}

/**
 * Tells the tabs that the user moved into a session's group from those that they made in it, and from those that a page
 * of the session has just opened there: only the former have been seen outside.
 */
export class MovedIn {
  readonly #outside = new Map<number, { since: number; place: Place }>();
  readonly #insideSince = new Map<number, number>();

  /** The user's tabs in our groups that they have moved there. */
  look({ tabs, owned }: Seen, entered: Array<{ tab: SeenTab; session: SessionId }>, now: number): Visitor[] {
    const inside = new Set(entered.map(({ tab }) => tab.tabId));
    const present = new Set(tabs.map(({ tabId }) => tabId));
    for (const tabId of this.#insideSince.keys()) if (!inside.has(tabId)) this.#insideSince.delete(tabId);
    for (const tabId of this.#outside.keys())
      if (!present.has(tabId) || owned.has(tabId)) this.#outside.delete(tabId);
    for (const { tabId, ...place } of tabs) {
      if (inside.has(tabId) || owned.has(tabId)) continue;
      this.#outside.set(tabId, { since: this.#outside.get(tabId)?.since ?? now, place });
    }
    return entered.flatMap(({ tab: { tabId }, session }) => {
      const since = this.#insideSince.get(tabId) ?? now;
      this.#insideSince.set(tabId, since);
      const before = this.#outside.get(tabId);
      if (before && since - before.since >= OUTSIDE_MS)
        return [{ tabId, session, since, found: before.place }];
      this.#outside.delete(tabId);
      return [];
    });
  }

  /** It has been lent, or cannot be: moved in once more, it counts again. */
  settled(tabId: number): void {
    this.#outside.delete(tabId);
  }
}
