import type { SessionView } from '@bproxy/shared';
import type { Offer } from '../lending/lending.ts';
import type { Place } from '../lending/loan.ts';
import { onceLoaded } from '../once-loaded.ts';
import type { SessionBoard } from '../sessions/session-board.ts';
import type { OwnedTabs } from '../tabs/owned-tabs.ts';
import { type GroupMemory, type GroupStep, NO_GROUP, planGroups, type Seen } from './group-plan.ts';
import { type GroupRecords, isLeftBehind } from './group-records.ts';
import { MovedIn } from './moved-in.ts';

/** Changes come in bursts. */
const GATHER_MS = 50;
/** Chrome ungroups the tabs of a group for some milliseconds while it moves to another window. */
const SETTLE_MS = 300;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 10_000;
/** A tab that a page kept open joins its group again. */
const LEAVING_MS = 10_000;
/** Groups of an earlier run appear while the browser restores its windows, or when the user asks for that. */
const RESTORED_MS = 120_000;

interface GroupParts {
  owned: Pick<OwnedTabs, 'list'>;
  board: Pick<SessionBoard, 'sessions' | 'stateOf' | 'watch'>;
  records: GroupRecords;
  /** The user took the tab out of its group: it is theirs now. */
  taken(tabId: number): Promise<void>;
  /** The user moved a tab of theirs into the group. */
  lend(offer: Offer, found: Place): Promise<unknown>;
}

interface Known {
  memory: GroupMemory;
  earlier: ReadonlySet<string>;
}

/**
 * Keeps one tab group for each session, so that the user sees whose tabs they are and what the agent does. It runs
 * beside the requests and never within one. If Chrome refuses a change, because the user drags a tab, it tries later.
 */
export class TabGroups {
  readonly #parts: GroupParts;
  readonly #startedAt = Date.now();
  readonly #leaving = new Map<number, number>();
  /** When each tab was first seen outside the group that it belongs to. */
  readonly #leftAt = new Map<number, number>();
  readonly #movedIn = new MovedIn();
  readonly #known = onceLoaded((): Promise<Known> => this.#parts.records.load());
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = Number.POSITIVE_INFINITY;
  #looking = false;
  #failures = 0;

  constructor(parts: GroupParts) {
    this.#parts = parts;
  }

  register(): void {
    const soon = () => this.#lookIn(GATHER_MS);
    this.#parts.board.watch(soon);
    chrome.tabs.onUpdated.addListener((_tabId, change) => {
      if (change.groupId !== undefined || change.pinned !== undefined) soon();
    });
    chrome.tabs.onAttached.addListener(soon);
    chrome.tabs.onMoved.addListener(soon);
    chrome.tabs.onCreated.addListener(soon);
    chrome.tabGroups.onCreated.addListener(soon);
    soon();
  }

  /** Takes the tab out of its group, before it is closed or returned. A closed group would leave a saved one behind. */
  async leave(tabId: number): Promise<void> {
    const { memory } = await this.#known();
    this.#leaving.set(tabId, Date.now() + LEAVING_MS);
    if (memory.members.delete(tabId)) await chrome.tabs.ungroup(tabId).catch(() => undefined);
  }

  #lookIn(ms: number): void {
    const at = Date.now() + ms;
    if (at >= this.#due) return;
    this.#due = at;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#due = Number.POSITIVE_INFINITY;
      void this.#look();
    }, ms);
  }

  async #look(): Promise<void> {
    if (this.#looking) {
      this.#lookIn(GATHER_MS);
      return;
    }
    this.#looking = true;
    try {
      await this.#reconcile();
      this.#failures = 0;
    } catch {
      this.#failures += 1;
      this.#lookIn(Math.min(FIRST_RETRY_MS * 2 ** (this.#failures - 1), LONGEST_RETRY_MS));
    } finally {
      this.#looking = false;
    }
  }

  async #reconcile(): Promise<void> {
    const known = await this.#known();
    const sessions = await this.#parts.board.sessions();
    const restoring = known.earlier.size > 0 && Date.now() - this.#startedAt < RESTORED_MS;
    const isIdle = (sessions ?? []).every(({ tabIds }) => tabIds.length === 0);
    if (isIdle && known.memory.groups.size === 0 && known.memory.members.size === 0 && !restoring) return;
    const seen = await this.#see(sessions ?? []);
    if (restoring) await this.#removeLeftBehind(seen, known);
    if (sessions === null) return;
    const plan = planGroups(seen, known.memory);
    known.memory = plan.memory;
    await this.#judge(plan.left);
    await this.#admit(plan.entered, seen);
    for (const step of plan.steps) await this.#carryOut(step, known.memory);
    await this.#parts.records.save(known.memory);
    if (this.#leaving.size > 0) this.#lookIn(LEAVING_MS);
  }

  async #see(sessions: SessionView[]): Promise<Seen> {
    const [tabs, groups, owned] = await Promise.all([
      chrome.tabs.query({ windowType: 'normal' }),
      chrome.tabGroups.query({}),
      this.#parts.owned.list(),
    ]);
    for (const [tabId, until] of this.#leaving) if (Date.now() > until) this.#leaving.delete(tabId);
    return {
      sessions: sessions.map((session) => ({ ...session, state: this.#parts.board.stateOf(session) })),
      owned,
      tabs: tabs.flatMap(({ id, windowId, index, groupId = NO_GROUP, pinned }) =>
        id === undefined ? [] : [{ tabId: id, windowId, index, groupId, pinned }],
      ),
      groups: groups.map(({ id, title = '', color }) => ({ groupId: id, title, color })),
      leaving: this.#leaving,
    };
  }

  /** Tabs outside their group are the user's, once the group has settled and the user has let go of the tab. */
  async #judge(left: number[]): Promise<void> {
    for (const tabId of this.#leftAt.keys()) if (!left.includes(tabId)) this.#leftAt.delete(tabId);
    for (const tabId of left) {
      const since = this.#leftAt.get(tabId) ?? Date.now();
      this.#leftAt.set(tabId, since);
      if (Date.now() - since < SETTLE_MS || (await isDragged(tabId))) this.#lookIn(SETTLE_MS);
      else await this.#parts.taken(tabId);
    }
  }

  /** A tab that the user moved into the group is lent, once they let go of it. */
  async #admit(entered: ReturnType<typeof planGroups>['entered'], seen: Seen): Promise<void> {
    for (const { tabId, session, since, found } of this.#movedIn.look(seen, entered, Date.now())) {
      if (Date.now() - since < SETTLE_MS || (await isDragged(tabId))) {
        this.#lookIn(SETTLE_MS);
        continue;
      }
      this.#movedIn.settled(tabId);
      await this.#parts.lend({ tabId, session, readOnly: false }, found);
    }
  }

  async #carryOut(step: GroupStep, { groups, members }: GroupMemory): Promise<void> {
    switch (step.type) {
      case 'create': {
        const { tabIds, windowId, group, color } = step;
        const groupId = await chrome.tabs.group({
          tabIds: atLeastOne(tabIds),
          createProperties: { windowId },
        });
        groups.set(groupId, group);
        for (const tabId of tabIds) members.set(tabId, group.session);
        await chrome.tabGroups.update(groupId, { title: group.title, color });
        groups.set(groupId, { ...group, named: true });
        return;
      }
      case 'join':
        await chrome.tabs.group({ tabIds: atLeastOne(step.tabIds), groupId: step.groupId });
        for (const tabId of step.tabIds) members.set(tabId, step.session);
        return;
      case 'ungroup':
        await chrome.tabs.ungroup(atLeastOne(step.tabIds));
        return;
      case 'paint': {
        const { groupId, color, title } = step;
        await chrome.tabGroups.update(groupId, { color, ...(title === undefined ? {} : { title }) });
        const group = groups.get(groupId);
        if (group) groups.set(groupId, { ...group, named: true });
      }
    }
  }

  /** Groups that a restarted browser has restored. Their sessions are gone, and their tabs are the user's. */
  async #removeLeftBehind({ tabs, groups, owned }: Seen, { memory, earlier }: Known): Promise<void> {
    for (const group of groups.filter((each) => isLeftBehind(each, earlier))) {
      const inside = tabs.filter(({ groupId }) => groupId === group.groupId).map(({ tabId }) => tabId);
      if (inside.length === 0 || inside.some((tabId) => owned.has(tabId))) continue;
      memory.groups.delete(group.groupId);
      await chrome.tabs.ungroup(atLeastOne(inside));
    }
  }
}

/** Chrome refuses every change of its tab strips while the user drags a tab. Moving a tab to its own place is none. */
async function isDragged(tabId: number): Promise<boolean> {
  try {
    const { index } = await chrome.tabs.get(tabId);
    await chrome.tabs.move(tabId, { index });
    return false;
  } catch (error) {
    return /dragging/i.test(String(error));
  }
}

function atLeastOne(tabIds: number[]): [number, ...number[]] {
  const [first, ...rest] = tabIds;
  if (first === undefined) throw new Error('a group has no tabs');
  return [first, ...rest];
}
