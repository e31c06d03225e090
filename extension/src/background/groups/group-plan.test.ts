import { isSessionId, type SessionId } from '@bproxy/shared';
import { describe, expect, test } from 'vitest';
import { type GroupMemory, type GroupStep, NO_GROUP, planGroups, type Seen } from './group-plan.ts';

const MAIL = id('mailaa');
const SHOP = id('shopaa');

function id(text: string): SessionId {
  if (!isSessionId(text)) throw new Error(`${text} is no session id`);
  return text;
}

function tab(tabId: number, groupId = NO_GROUP, windowId = 1): Seen['tabs'][number] {
  return { tabId, windowId, index: 0, groupId, pinned: false };
}

function session(name: SessionId, tabIds: number[], change: Partial<Seen['sessions'][number]> = {}) {
  return { session: name, title: name, paused: false, tabIds, state: 'idle', ...change } as const;
}

function seen(given: Partial<Seen>): Seen {
  const owned = new Set((given.sessions ?? []).flatMap(({ tabIds }) => tabIds));
  return { sessions: [], owned, tabs: [], groups: [], leaving: new Set(), ...given };
}

function memory(
  groups: Array<[number, SessionId, string?]>,
  members: Array<[number, SessionId]> = [],
): GroupMemory {
  return {
    groups: new Map(
      groups.map(([groupId, owner, title = owner]) => [groupId, { session: owner, title, named: true }]),
    ),
    members: new Map(members),
  };
}

const NOTHING = memory([]);
const BLUE = { title: MAIL, color: 'blue' };

describe('a group of its own', () => {
  test('is made for the tabs of a session, in each window', () => {
    const { steps } = planGroups(
      seen({ sessions: [session(MAIL, [7, 8, 9])], tabs: [tab(7), tab(8), tab(9, NO_GROUP, 2), tab(1)] }),
      NOTHING,
    );
    const group = { session: MAIL, title: MAIL, named: false };
    expect(steps).toEqual<GroupStep[]>([
      { type: 'create', tabIds: [7, 8], windowId: 1, group, color: 'blue' },
      { type: 'create', tabIds: [9], windowId: 2, group, color: 'blue' },
    ]);
  });

  test('takes up a new tab, and not a pinned one, which grouping would unpin', () => {
    const { steps } = planGroups(
      seen({
        sessions: [session(MAIL, [7, 8, 9])],
        tabs: [tab(7, 5), tab(8), { ...tab(9), pinned: true }],
        groups: [{ groupId: 5, ...BLUE }],
      }),
      memory([[5, MAIL]], [[7, MAIL]]),
    );
    expect(steps).toEqual([{ type: 'join', tabIds: [8], groupId: 5, session: MAIL }]);
  });

  test('has the label for a title, and the id behind it if another group has that title', () => {
    const taken = (groups: Seen['groups'], known = NOTHING) =>
      planGroups(seen({ sessions: [session(MAIL, [7], { title: 'Mail' })], tabs: [tab(7)], groups }), known)
        .steps;
    expect(taken([])).toMatchObject([{ group: { title: 'Mail' } }]);
    expect(taken([{ groupId: 3, title: 'Mail', color: 'red' }])).toMatchObject([
      { group: { title: `Mail · ${MAIL}` } },
    ]);
  });

  test.each([
    ['idle', 'blue'],
    ['working', 'green'],
    ['waiting', 'orange'],
    ['stopped', 'grey'],
  ] as const)('of a session that is %s is %s', (state, color) => {
    const { steps } = planGroups(
      seen({
        sessions: [session(MAIL, [7], { state })],
        tabs: [tab(7, 5)],
        groups: [{ groupId: 5, title: 'renamed by the user', color: 'red' }],
      }),
      memory([[5, MAIL]], [[7, MAIL]]),
    );
    // The title is not set again: it is the user's to change.
    expect(steps).toEqual([{ type: 'paint', groupId: 5, color }]);
  });

  test('gets its title at the next look if Chrome refused it at first', () => {
    const known = memory([], [[7, MAIL]]);
    known.groups.set(5, { session: MAIL, title: 'Mail', named: false });
    const { steps } = planGroups(
      seen({
        sessions: [session(MAIL, [7])],
        tabs: [tab(7, 5)],
        groups: [{ groupId: 5, title: '', color: 'grey' }],
      }),
      known,
    );
    expect(steps).toEqual([{ type: 'paint', groupId: 5, color: 'blue', title: 'Mail' }]);
  });

  test('that is as it should be needs nothing', () => {
    const { steps, left } = planGroups(
      seen({ sessions: [session(MAIL, [7])], tabs: [tab(7, 5), tab(1)], groups: [{ groupId: 5, ...BLUE }] }),
      memory([[5, MAIL]], [[7, MAIL]]),
    );
    expect({ steps, left }).toEqual({ steps: [], left: [] });
  });
});

describe('a tab that the user moves', () => {
  const groups = [{ groupId: 5, ...BLUE }];
  const known = memory(
    [[5, MAIL]],
    [
      [7, MAIL],
      [8, MAIL],
    ],
  );
  const look = (tabs: Seen['tabs'], all: Seen['groups'] = groups) =>
    planGroups(seen({ sessions: [session(MAIL, [7, 8])], tabs, groups: all }), known);

  test('out of the group has left, and is not put back', () => {
    expect(look([tab(7, 5), tab(8)])).toMatchObject({ left: [8], steps: [] });
  });

  test('into a group of their own or to another window has left too', () => {
    const own = { groupId: 6, title: 'Mine', color: 'red' };
    expect(look([tab(7, 5), tab(8, 6)], [...groups, own]).left).toEqual([8]);
    expect(look([tab(7, 5), tab(8, NO_GROUP, 2)]).left).toEqual([8]);
  });

  test('into the group of another session has left its own, and joins no other', () => {
    const { left, steps } = planGroups(
      seen({
        sessions: [session(MAIL, [7, 8]), session(SHOP, [9])],
        tabs: [tab(7, 5), tab(8, 6), tab(9, 6)],
        groups: [...groups, { groupId: 6, title: SHOP, color: 'blue' }],
      }),
      memory(
        [
          [5, MAIL],
          [6, SHOP],
        ],
        [
          [7, MAIL],
          [8, MAIL],
          [9, SHOP],
        ],
      ),
    );
    expect({ left, steps }).toEqual({ left: [8], steps: [] });
  });

  test('with its whole group to another window stays', () => {
    expect(look([tab(7, 5, 2), tab(8, 5, 2)])).toMatchObject({ left: [], steps: [] });
    // Where Chrome makes the group again, it has a new id and the same title.
    expect(look([tab(7, 9, 2), tab(8, 9, 2)], [{ groupId: 9, ...BLUE }])).toMatchObject({
      left: [],
      steps: [],
    });
  });

  test('into the pinned tabs stays, and joins again when it is unpinned', () => {
    const pinned = look([tab(7, 5), { ...tab(8), pinned: true }]);
    expect(pinned).toMatchObject({ left: [], steps: [] });
    const after = planGroups(
      seen({ sessions: [session(MAIL, [7, 8])], tabs: [tab(7, 5), tab(8)], groups }),
      pinned.memory,
    );
    expect(after).toMatchObject({ left: [], steps: [{ type: 'join', tabIds: [8] }] });
  });

  test('is not judged while it is between two windows', () => {
    const between = look([tab(7, 5)]);
    expect(between.left).toEqual([]);
    expect(
      planGroups(
        seen({ sessions: [session(MAIL, [7, 8])], tabs: [tab(7, 5), tab(8, NO_GROUP, 2)], groups }),
        between.memory,
      ).left,
    ).toEqual([8]);
  });
});

describe('a tab that belongs to no session any more', () => {
  const groups = [{ groupId: 5, ...BLUE }];
  const known = memory(
    [[5, MAIL]],
    [
      [7, MAIL],
      [8, MAIL],
    ],
  );

  test('leaves the group; a tab that the user made in it stays', () => {
    const now = seen({
      sessions: [session(MAIL, [7])],
      tabs: [tab(7, 5), tab(8, 5), tab(1, 5)],
      groups,
    });
    const { steps, memory: after } = planGroups(now, known);
    expect(steps).toEqual([{ type: 'ungroup', tabIds: [8] }]);
    expect(planGroups(now, known).entered).toEqual([{ tab: tab(1, 5), session: MAIL }]);
    // Chrome may have refused: it is tried again.
    expect(planGroups(now, after).steps).toEqual(steps);
  });

  test('stays where the user has put it', () => {
    expect(
      planGroups(
        seen({
          sessions: [session(MAIL, [7])],
          tabs: [tab(7, 5), tab(8, 6)],
          groups: [...groups, { groupId: 6, title: 'Mine', color: 'red' }],
        }),
        known,
      ).steps,
    ).toEqual([]);
  });

  test('is the end of its group if its session has ended', () => {
    const { steps } = planGroups(seen({ tabs: [tab(7, 5), tab(8, 5), tab(1, 5), tab(2)], groups }), known);
    expect(steps).toEqual([{ type: 'ungroup', tabIds: [7, 8, 1] }]);
  });

  test('and is about to be closed stays outside', () => {
    const now = seen({ sessions: [session(MAIL, [7, 8])], tabs: [tab(7, 5), tab(8)], groups });
    expect(planGroups({ ...now, leaving: new Set([8]) }, known)).toMatchObject({ left: [], steps: [] });
  });
});
