import { isSessionId, type SessionId, type SessionView } from '@bproxy/shared';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeEvent, fakeStore, strict } from '../../testing/fake-chrome.ts';
import { NO_GROUP } from './group-plan.ts';
import { GroupRecords } from './group-records.ts';
import { TabGroups } from './tab-groups.ts';

const MAIL = id('mailaa');

function id(text: string): SessionId {
  if (!isSessionId(text)) throw new Error(`${text} is no session id`);
  return text;
}

interface Tab {
  id: number;
  windowId: number;
  index: number;
  groupId: number;
  pinned: boolean;
}

let tabs: Map<number, Tab>;
let groups: Map<number, { title: string; color: string }>;
let dragging: boolean;
let sessions: SessionView[] | null;
let owned: Set<number>;
let taken: number[];
let local: ReturnType<typeof fakeStore>;
let onUpdated: FakeEvent<[number, { groupId?: number }]>;
let onCreated: FakeEvent<[]>;
let lent: Array<{ tabId: number; session: SessionId | null; windowId: number }>;

function refuseDrag(): void {
  if (dragging) throw new Error('Tabs cannot be edited right now (user may be dragging a tab).');
}

function put(tabId: number, groupId: number): void {
  const tab = tabs.get(tabId);
  if (tab) tab.groupId = groupId;
  for (const known of groups.keys()) {
    if (![...tabs.values()].some((each) => each.groupId === known)) groups.delete(known);
  }
  onUpdated.fire(tabId, { groupId });
}

beforeEach(() => {
  vi.useFakeTimers();
  tabs = new Map(
    [1, 7, 8].map((tab) => [tab, { id: tab, windowId: 1, index: tab, groupId: NO_GROUP, pinned: false }]),
  );
  [groups, dragging, taken, local] = [new Map(), false, [], fakeStore()];
  [sessions, owned] = [[{ session: MAIL, title: 'Mail', paused: false, tabIds: [7, 8] }], new Set([7, 8])];
  [onUpdated, onCreated, lent] = [new FakeEvent(), new FakeEvent(), []];
  vi.stubGlobal(
    'chrome',
    strict('chrome', {
      tabs: strict('chrome.tabs', {
        onUpdated,
        onAttached: new FakeEvent(),
        onMoved: new FakeEvent(),
        onCreated,
        query: async () => [...tabs.values()].map((tab) => ({ ...tab })),
        get: async (tabId: number) => ({ ...tabs.get(tabId) }),
        move: async () => refuseDrag(),
        async group({ tabIds, groupId = 50 }: { tabIds: number[]; groupId?: number }) {
          refuseDrag();
          if (!groups.has(groupId)) groups.set(groupId, { title: '', color: 'grey' });
          for (const tabId of tabIds) put(tabId, groupId);
          return groupId;
        },
        async ungroup(tabIds: number | number[]) {
          refuseDrag();
          for (const tabId of [tabIds].flat()) put(tabId, NO_GROUP);
        },
      }),
      tabGroups: strict('chrome.tabGroups', {
        onCreated: new FakeEvent(),
        query: async () => [...groups].map(([groupId, group]) => ({ id: groupId, ...group })),
        async update(groupId: number, change: { title?: string; color?: string }) {
          refuseDrag();
          Object.assign(groups.get(groupId) ?? {}, change);
        },
      }),
    }),
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start(session = fakeStore()): TabGroups {
  const made = new TabGroups({
    owned: { list: async () => owned },
    board: { sessions: async () => sessions, stateOf: () => 'idle', watch: () => undefined },
    records: new GroupRecords(session, local),
    taken: async (tabId) => {
      taken.push(tabId);
      owned.delete(tabId);
      sessions = [{ session: MAIL, title: 'Mail', paused: false, tabIds: [...owned] }];
    },
    lend: async ({ tabId, session: to }, { windowId }) => {
      lent.push({ tabId, session: to, windowId });
      owned.add(tabId);
      return true;
    },
  });
  made.register();
  return made;
}

const inGroup = () => [...tabs.values()].filter(({ groupId }) => groupId !== NO_GROUP).map((tab) => tab.id);
const settle = () => vi.advanceTimersByTimeAsync(2_000);

test('what Chrome refuses while the user drags a tab is done afterwards', async () => {
  dragging = true;
  start();
  await settle();
  expect(inGroup()).toEqual([]);
  dragging = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(inGroup()).toEqual([7, 8]);
  expect([...groups.values()]).toEqual([{ title: 'Mail', color: 'blue' }]);
});

test('a tab that the user drags out is theirs when they let go of it, and not before', async () => {
  start();
  await settle();
  dragging = true;
  put(8, NO_GROUP);
  await settle();
  expect(taken).toEqual([]);
  dragging = false;
  await settle();
  expect(taken).toEqual([8]);
  expect(inGroup()).toEqual([7]);
});

test('a tab that is outside its group for a moment is not taken', async () => {
  start();
  await settle();
  put(8, NO_GROUP);
  await vi.advanceTimersByTimeAsync(200);
  put(8, 50);
  await settle();
  expect(taken).toEqual([]);
});

test('a tab that leaves before it is closed is not taken, and joins again if its page keeps it open', async () => {
  const made = start();
  await settle();
  await made.leave(8);
  await settle();
  expect({ taken, inside: inGroup() }).toEqual({ taken: [], inside: [7] });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(inGroup()).toEqual([7, 8]);
});

test('groups that a restarted browser restores are removed, and their tabs stay', async () => {
  start();
  await settle();
  // The new run: other ids for the same tabs and groups, and no session yet.
  tabs = new Map(
    [101, 107].map((tab) => [tab, { id: tab, windowId: 1, index: tab, groupId: NO_GROUP, pinned: false }]),
  );
  [owned, sessions, groups] = [new Set(), null, new Map([[90, { title: 'Mine', color: 'blue' }]])];
  start();
  await settle();
  put(101, 90);
  groups.set(91, { title: 'Mail', color: 'grey' });
  put(107, 91);
  await settle();
  expect(tabs.get(107)?.groupId).toBe(NO_GROUP);
  expect(tabs.get(101)?.groupId).toBe(90);
});

test('a reload of the extension keeps the groups', async () => {
  start();
  await settle();
  start();
  await settle();
  put(8, NO_GROUP);
  await settle();
  expect({ taken: new Set(taken), inside: inGroup() }).toEqual({ taken: new Set([8]), inside: [7] });
});

test('a tab that the user drags into the group is lent when they let go of it, once', async () => {
  start();
  await settle();
  dragging = true;
  put(1, 50);
  await settle();
  expect(lent).toEqual([]);
  dragging = false;
  await settle();
  expect(lent).toEqual([{ tabId: 1, session: MAIL, windowId: 1 }]);
});

test('a tab that the user drags across the group is not lent', async () => {
  start();
  await settle();
  put(1, 50);
  await vi.advanceTimersByTimeAsync(200);
  put(1, NO_GROUP);
  await settle();
  expect(lent).toEqual([]);
});

test.each([
  ['at once', 0],
  ['a moment after it was made', 100],
])('a tab that is made in the group, and joins it %s, is not lent', async (_when, ms) => {
  start();
  await settle();
  tabs.set(9, { id: 9, windowId: 1, index: 9, groupId: ms === 0 ? 50 : NO_GROUP, pinned: false });
  onCreated.fire();
  await vi.advanceTimersByTimeAsync(ms);
  put(9, 50);
  await settle();
  await settle();
  expect(lent).toEqual([]);
});
