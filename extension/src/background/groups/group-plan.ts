import type { SessionId, SessionView } from '@bproxy/shared';
import type { SessionState } from '../sessions/session-board.ts';

/** Chrome's value for a tab in no group. */
export const NO_GROUP = -1;

export const COLORS = {
  idle: 'blue',
  working: 'green',
  waiting: 'orange',
  stopped: 'grey',
} as const satisfies Record<SessionState, string>;

export type Color = (typeof COLORS)[SessionState];

export interface SeenTab {
  tabId: number;
  windowId: number;
  index: number;
  groupId: number;
  pinned: boolean;
}

export interface SeenGroup {
  groupId: number;
  title: string;
  color: string;
}

/** What Chrome shows now, and what the sessions are. */
export interface Seen {
  sessions: Array<SessionView & { state: SessionState }>;
  /** The tabs that belong to bproxy now. */
  owned: ReadonlySet<number>;
  /** The tabs of all normal windows. Other windows have no groups. */
  tabs: SeenTab[];
  groups: SeenGroup[];
  /** Tabs that are about to be closed or returned: they stay outside. */
  leaving: Pick<ReadonlySet<number>, 'has'>;
}

export interface OurGroup {
  session: SessionId;
  title: string;
  /** Chrome has taken the title. From then on it belongs to the user, who may change it. */
  named: boolean;
}

/** The groups that bproxy made, and the tabs that have been in them, with their sessions. */
export interface GroupMemory {
  groups: Map<number, OurGroup>;
  members: Map<number, SessionId>;
}

export type GroupStep =
  | { type: 'create'; tabIds: number[]; windowId: number; group: OurGroup; color: Color }
  | { type: 'join'; tabIds: number[]; groupId: number; session: SessionId }
  | { type: 'ungroup'; tabIds: number[] }
  | { type: 'paint'; groupId: number; color: Color; title?: string };

interface GroupPlan {
  memory: GroupMemory;
  steps: GroupStep[];
  /** Tabs of a session that are outside its groups, although they were in one and bproxy did not take them out. */
  left: number[];
  /** The user's own tabs in the group of a session. */
  entered: Array<{ tab: SeenTab; session: SessionId }>;
}

type SeenSession = Seen['sessions'][number];

type Verdict = 'member' | 'left' | 'new' | 'apart' | 'stray' | 'foreign';

/** Compares what should be with what is. Run again on its own result, it has nothing left to do. */
export function planGroups(seen: Seen, before: GroupMemory): GroupPlan {
  const groups = knownGroups(seen, before);
  const members = new Map(
    [...before.members].filter(([tabId]) => seen.owned.has(tabId) || seen.tabs.some(hasId(tabId))),
  );
  /** The groups with a tab of their session in them. */
  const live = new Map<number, OurGroup>();
  const out = new Set<number>();
  const left: number[] = [];
  const newcomers = new Map<string, { session: SeenSession; tabs: SeenTab[] }>();
  for (const tab of seen.tabs) {
    const { tabId } = tab;
    const around = groups.get(tab.groupId);
    const session = sessionOf(tabId, seen);
    const verdict = judge(tab, session, around, members.get(tabId), seen);
    if (verdict === 'stray') out.add(tabId);
    if (verdict === 'left') left.push(tabId);
    if (verdict === 'apart' || verdict === 'foreign') members.delete(tabId);
    if (verdict === 'member' && session && around) {
      members.set(tabId, session.session);
      live.set(tab.groupId, around);
    }
    if (verdict === 'new' && session) {
      const key = `${session.session} ${tab.windowId}`;
      newcomers.set(key, { session, tabs: [...(newcomers.get(key)?.tabs ?? []), tab] });
    }
  }
  for (const { tabId, groupId } of seen.tabs) if (groups.has(groupId) && !live.has(groupId)) out.add(tabId);
  const steps: GroupStep[] = [
    ...(out.size > 0 ? [{ type: 'ungroup' as const, tabIds: [...out] }] : []),
    ...[...newcomers.values()].map(({ session, tabs }) => joining(session, tabs, live, seen)),
    ...painting(seen, live),
  ];
  const entered = seen.tabs.flatMap((tab) => {
    const around = live.get(tab.groupId);
    const isForeign = !seen.owned.has(tab.tabId) && !out.has(tab.tabId);
    return around && isForeign ? [{ tab, session: around.session }] : [];
  });
  return { memory: { groups, members }, steps, left, entered };
}

function judge(
  { tabId, pinned }: SeenTab,
  session: SeenSession | undefined,
  around: OurGroup | undefined,
  memberOf: SessionId | undefined,
  { leaving }: Seen,
): Verdict {
  // A released or taken tab. A tab that was never a member is the user's own, and so is its place.
  if (!session) return around && memberOf !== undefined ? 'stray' : 'foreign';
  // Chrome takes a pinned tab out of its group, and grouping it would unpin it.
  if (pinned || leaving.has(tabId)) return 'apart';
  if (around?.session === session.session) return 'member';
  return memberOf === session.session ? 'left' : 'new';
}

function sessionOf(tabId: number, { sessions, owned }: Seen): SeenSession | undefined {
  return owned.has(tabId) ? sessions.find(({ tabIds }) => tabIds.includes(tabId)) : undefined;
}

function hasId(tabId: number): (tab: SeenTab) => boolean {
  return (tab) => tab.tabId === tabId;
}

/** Our groups that still exist, also under a new id: some versions of Chrome make a moved group again. */
function knownGroups({ groups, tabs, owned }: Seen, before: GroupMemory): Map<number, OurGroup> {
  const present = new Map(groups.map((group) => [group.groupId, group]));
  const known = new Map([...before.groups].filter(([groupId]) => present.has(groupId)));
  const lost = [...before.groups].filter(([groupId]) => !present.has(groupId)).map(([, group]) => group);
  for (const { tabId, groupId } of tabs) {
    const made = present.get(groupId);
    const session = owned.has(tabId) ? before.members.get(tabId) : undefined;
    if (!made || session === undefined || known.has(groupId)) continue;
    const same = lost.find((group) => group.session === session && group.title === made.title);
    if (same) known.set(groupId, same);
  }
  return known;
}

/** A session has one group in each window, all of the same title. */
function joining(
  session: SeenSession,
  tabs: SeenTab[],
  groups: Map<number, OurGroup>,
  seen: Seen,
): GroupStep {
  const tabIds = tabs.map(({ tabId }) => tabId);
  const windowId = tabs[0]?.windowId ?? 0;
  const own = [...groups].filter(([, group]) => group.session === session.session);
  const here = own.find(([groupId]) =>
    seen.tabs.some((tab) => tab.groupId === groupId && tab.windowId === windowId),
  );
  if (here) return { type: 'join', tabIds, groupId: here[0], session: session.session };
  const title = own[0]?.[1].title ?? freeTitle(session, groups, seen);
  const group = { session: session.session, title, named: false };
  return { type: 'create', tabIds, windowId, group, color: COLORS[session.state] };
}

function freeTitle(
  { session, title }: SessionView,
  groups: Map<number, OurGroup>,
  { groups: all }: Seen,
): string {
  const isTaken = all.some(
    (group) => group.title === title && groups.get(group.groupId)?.session !== session,
  );
  return isTaken && title !== session ? `${title} · ${session}` : title;
}

function painting({ sessions, groups: all }: Seen, groups: Map<number, OurGroup>): GroupStep[] {
  return all.flatMap(({ groupId, color }): GroupStep[] => {
    const ours = groups.get(groupId);
    const session = ours && sessions.find((each) => each.session === ours.session);
    if (!ours || !session) return [];
    const wanted = COLORS[session.state];
    if (wanted === color && ours.named) return [];
    return [{ type: 'paint', groupId, color: wanted, ...(ours.named ? {} : { title: ours.title }) }];
  });
}
