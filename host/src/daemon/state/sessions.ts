import {
  type EndOfPause,
  isTabHandle,
  type PacingCategory,
  type PacingMode,
  type SessionId,
  type SessionInfo,
  type TabHandle,
  type TabInfo,
} from '@bproxy/shared';
import { makeSessionId, type RandomBytes } from './identifiers.ts';

/** A Chrome tab id is unique only within the browser that assigned it. */
export interface ChromeTab {
  instance: string;
  tabId: number;
}

export interface SessionTab {
  handle: TabHandle;
  chrome: ChromeTab;
  url: string;
  title: string;
  /** The tab whose page opened this one, if a page did. */
  opener?: TabHandle;
  /** The user lent it. */
  borrowed?: true;
  readOnly?: true;
  /** The ids of its last reads that can be compared with, the newest last. */
  answered?: string[];
}

export interface OwnedTab {
  session: Session;
  tab: SessionTab;
}

export interface Pace {
  /** When the last action of each kind took its slot. */
  lastActionAt: Partial<Record<PacingCategory, number>>;
  /** The random pause after that action. It is drawn once, so a retry does not shorten the wait. */
  nextPause: Partial<Record<PacingCategory, number>>;
}

export interface Session extends Pace {
  id: SessionId;
  label?: string;
  /** The session's browser. Once set, it never changes. */
  instance: string | null;
  tabs: Map<TabHandle, SessionTab>;
  /** One of the session's tabs, or one that the user took over. */
  bound: TabHandle | null;
  /** Tabs that the user took over. Their handles are not reused. */
  taken: Set<TabHandle>;
  pacing: PacingMode;
  paused: boolean;
  pauseReason?: string;
  /** The tab that needs the person. The pause covers the whole session and ends with this tab. */
  pausedTab?: TabHandle;
  /** The session asked the user for a tab. */
  pausedFor?: 'lend';
  /** Who ended the last pause. */
  resumedBy?: EndOfPause;
  nextTab: number;
  /** The session's tabs are being closed: no other request may use it. */
  closing?: true;
}

/** Which session owns which tab. A tab belongs to one session for its whole life. */
export class Sessions {
  readonly #sessions = new Map<SessionId, Session>();
  readonly #randomBytes: RandomBytes;

  constructor(randomBytes: RandomBytes) {
    this.#randomBytes = randomBytes;
  }

  create(label: string | undefined, instance: string | null): Session {
    const session: Session = {
      id: makeSessionId(this.#randomBytes, (id) => this.#sessions.has(id)),
      ...(label === undefined ? {} : { label }),
      instance,
      tabs: new Map(),
      bound: null,
      taken: new Set(),
      pacing: 'human',
      paused: false,
      lastActionAt: {},
      nextPause: {},
      nextTab: 1,
    };
    this.#sessions.set(session.id, session);
    return session;
  }

  /** Restores a session of the previous daemon. */
  restore(session: Session): void {
    this.#sessions.set(session.id, session);
  }

  /** Also undefined for a session that is being closed. */
  get(id: string): Session | undefined {
    return this.all().find((session) => session.id === id && !session.closing);
  }

  all(): Session[] {
    return [...this.#sessions.values()];
  }

  delete(id: SessionId): void {
    this.#sessions.delete(id);
  }

  addTab(session: Session, chrome: ChromeTab, url: string, title: string): SessionTab {
    const known = this.ownerOf(chrome);
    if (known) return Object.assign(known.tab, { url, title });
    const handle = `t${session.nextTab}`;
    if (!isTabHandle(handle)) throw new Error(`${handle} is no tab handle`);
    session.nextTab += 1;
    const tab: SessionTab = { handle, chrome, url, title };
    session.tabs.set(handle, tab);
    return tab;
  }

  removeTab(session: Session, handle: TabHandle): void {
    session.tabs.delete(handle);
    if (session.pausedTab === handle) resume(session, 'tab-closed');
    if (session.bound === handle) session.bound = null;
  }

  ownerOf(chrome: ChromeTab): OwnedTab | undefined {
    for (const session of this.#sessions.values()) {
      for (const tab of session.tabs.values()) {
        if (tab.chrome.tabId === chrome.tabId && tab.chrome.instance === chrome.instance)
          return { session, tab };
      }
    }
    return undefined;
  }

  /** The tabs of one browser, with their sessions. */
  tabsOf(instance: string): OwnedTab[] {
    return this.all().flatMap((session) =>
      [...session.tabs.values()]
        .filter((tab) => tab.chrome.instance === instance)
        .map((tab) => ({ session, tab })),
    );
  }

  hasTabNamed(handle: TabHandle): boolean {
    return this.all().some((session) => session.tabs.has(handle));
  }
}

export function describeSession(session: Session, browserLabel: (instance: string) => string): SessionInfo {
  return {
    id: session.id,
    ...(session.label === undefined ? {} : { label: session.label }),
    tab: session.bound !== null && session.tabs.has(session.bound) ? session.bound : null,
    pacing: session.pacing,
    paused: session.paused,
    ...(session.pauseReason === undefined ? {} : { pauseReason: session.pauseReason }),
    ...(session.instance === null ? {} : { browser: browserLabel(session.instance) }),
  };
}

export function describeTabs(session: Session): TabInfo[] {
  return [...session.tabs.values()].map(({ handle, url, title, borrowed, readOnly }) => ({
    tab: handle,
    url,
    title,
    bound: handle === session.bound,
    ...(borrowed ? { borrowed } : {}),
    ...(readOnly ? { readOnly } : {}),
  }));
}

export function pause(
  session: Session,
  reason: string,
  tab: TabHandle | undefined,
  pausedFor?: Session['pausedFor'],
): void {
  if (session.paused) return;
  session.paused = true;
  session.pauseReason = reason;
  if (tab !== undefined) session.pausedTab = tab;
  if (pausedFor !== undefined) session.pausedFor = pausedFor;
}

export function resume(session: Session, by: EndOfPause): void {
  session.paused = false;
  session.resumedBy = by;
  delete session.pauseReason;
  delete session.pausedTab;
  delete session.pausedFor;
}
