import type { SessionId, ToDaemonMessage } from '@bproxy/shared';
import type { FrontTab, LendCandidate, LendingView } from '../../popup-messages.ts';
import { NO_GROUP } from '../groups/group-plan.ts';
import type { TabGroups } from '../groups/tab-groups.ts';
import type { SessionBoard } from '../sessions/session-board.ts';
import type { OwnedTabs } from '../tabs/owned-tabs.ts';
import type { LendAsks } from './lend-asks.ts';
import { canBeLent, type Place } from './loan.ts';
import { putBack } from './return-tab.ts';

export interface Offer {
  tabId: number;
  /** Null for a new session. */
  session: SessionId | null;
  readOnly: boolean;
}

interface LendingParts {
  owned: OwnedTabs;
  board: Pick<SessionBoard, 'sessions' | 'sessionOf'>;
  groups: Pick<TabGroups, 'leave'>;
  asks: LendAsks;
  isConnected(): boolean;
  taken(tabId: number): Promise<void>;
  send(message: ToDaemonMessage): void;
}

/** The loans of the user's tabs. Only the user makes one, and the agent learns of no tab before. */
export class Lending {
  readonly #parts: LendingParts;

  constructor(parts: LendingParts) {
    this.#parts = parts;
  }

  /** Returns why not, in words, or null. `found`: where the tab was, if the user has moved it to lend it. */
  async lend({ tabId, session, readOnly }: Offer, found?: Place): Promise<string | null> {
    const { owned, board, asks, send, isConnected } = this.#parts;
    if (!isConnected()) return 'bproxy is not connected, so no session can borrow a tab.';
    const tab = await chrome.tabs.get(tabId).catch(() => null);
    if (!tab) return 'The tab is gone.';
    const { url = '', title = '', windowId, index, pinned, groupId = NO_GROUP, mutedInfo } = tab;
    if (!canBeLent(url)) return 'Chrome lets no extension into this page.';
    if (await owned.has(tabId)) return 'This tab already belongs to a session.';
    const known = (await board.sessions()) ?? [];
    if (session !== null && !known.some((each) => each.session === session)) return 'That session has ended.';
    await owned.lend(tabId, {
      ...(found ?? { windowId, index, pinned, groupId }),
      session,
      readOnly,
      url,
      muted: mutedInfo?.muted ?? false,
      autoDiscardable: tab.autoDiscardable,
    });
    send({ type: 'tab-lent', tabId, url, title, session, readOnly });
    if (session !== null) await asks.end(session);
    return null;
  }

  /** The tab is the user's at once. Then it goes back to its place. */
  async takeBack(tabId: number): Promise<void> {
    const { owned, groups, taken } = this.#parts;
    const loan = await owned.loanOf(tabId);
    if (!loan) return;
    await taken(tabId);
    await groups.leave(tabId);
    await putBack(tabId, loan);
  }

  async refuse(session: SessionId): Promise<void> {
    this.#parts.send({ type: 'lend-refused', session });
    await this.#parts.asks.end(session);
  }

  /** What the popup shows. It stays in the browser. */
  async view(front: number | undefined): Promise<LendingView> {
    const { board, asks } = this.#parts;
    const sessions = (await board.sessions()) ?? [];
    const open = await asks.open();
    const titleOf = (id: SessionId) => sessions.find(({ session }) => session === id)?.title ?? id;
    return {
      front: front === undefined ? null : await this.#frontTab(front),
      sessions: sessions.map(({ session, title }) => ({ session, title })),
      asks: await Promise.all(
        open.map(async ({ session, reason, host }) => ({
          session,
          title: titleOf(session),
          reason,
          ...(host === undefined ? {} : { host }),
          candidates: host === undefined ? [] : await this.#candidates(host),
        })),
      ),
    };
  }

  async #frontTab(tabId: number): Promise<FrontTab | null> {
    const { owned, board } = this.#parts;
    const tab = await chrome.tabs.get(tabId).catch(() => null);
    if (!tab) return null;
    const about = { tabId, title: tab.title ?? '' };
    if (!(await owned.has(tabId))) {
      return { ...about, state: canBeLent(tab.url ?? '') ? 'free' : 'closed' };
    }
    const session = (await board.sessionOf(tabId))?.title;
    const loan = await owned.loanOf(tabId);
    const by = session === undefined ? {} : { session };
    return loan
      ? { ...about, ...by, state: 'lent', readOnly: loan.readOnly }
      : { ...about, ...by, state: 'agent' };
  }

  /** The user's tabs of this site and its subdomains. */
  async #candidates(host: string): Promise<LendCandidate[]> {
    const wanted = host.toLowerCase();
    const tabs = await chrome.tabs.query({});
    const ours = await this.#parts.owned.list();
    return tabs.flatMap(({ id, url = '', title = '' }) => {
      if (id === undefined || ours.has(id) || !canBeLent(url)) return [];
      const { hostname, host: withPort } = new URL(url);
      const fits = [hostname, withPort].some((own) => own === wanted || own.endsWith(`.${wanted}`));
      return fits ? [{ tabId: id, title, host: withPort }] : [];
    });
  }
}
