import { isSessionId, type SessionId, type ToDaemonMessage } from '@bproxy/shared';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeStore, strict } from '../../testing/fake-chrome.ts';
import { OwnedTabs } from '../tabs/owned-tabs.ts';
import { LendAsks } from './lend-asks.ts';
import { Lending } from './lending.ts';
import { canBeLent } from './loan.ts';

const MAIL = id('mailaa');

function id(text: string): SessionId {
  if (!isSessionId(text)) throw new Error(`${text} is no session id`);
  return text;
}

function tabAt(tabId: number, url: string) {
  return {
    id: tabId,
    url,
    title: `tab ${tabId}`,
    windowId: 1,
    index: tabId,
    groupId: -1,
    pinned: false,
    mutedInfo: { muted: true },
    autoDiscardable: true,
  };
}

let tabs: Map<number, ReturnType<typeof tabAt>>;
let sent: ToDaemonMessage[];
let done: string[];
let calls: string[];
let [session, local] = [fakeStore(), fakeStore()];
let owned: OwnedTabs;
let asks: LendAsks;
let lending: Lending;
let connected: boolean;

beforeEach(() => {
  tabs = new Map(
    [
      'https://shop.example.com/cart',
      'https://example.com:8443/',
      'https://notexample.com/',
      'chrome://settings/',
    ].map((url, at) => [at + 1, tabAt(at + 1, url)]),
  );
  [sent, done, calls, connected] = [[], [], [], true];
  [session, local] = [fakeStore(), fakeStore()];
  const change = (name: string) => async (_tabId: number, given: object) => {
    done.push(`${name} ${JSON.stringify(given)}`);
  };
  vi.stubGlobal(
    'chrome',
    strict('chrome', {
      tabs: strict('chrome.tabs', {
        query: async () => [...tabs.values()],
        async get(tabId: number) {
          const tab = tabs.get(tabId);
          if (!tab) throw new Error(`No tab with id: ${tabId}.`);
          return tab;
        },
        update: change('update'),
        move: change('move'),
      }),
    }),
  );
  owned = new OwnedTabs(session, local);
  asks = new LendAsks(session, {
    asked: ({ reason }) => void calls.push(`asked: ${reason}`),
    ended: (ended) => void calls.push(`ended: ${ended}`),
    changed: (open) => void calls.push(`open: ${open}`),
  });
  const board = [{ session: MAIL, title: 'Mail', paused: true, tabIds: [] }];
  lending = new Lending({
    owned,
    board: { sessions: async () => board, sessionOf: async () => undefined },
    groups: { leave: async (tabId) => void done.push(`leave ${tabId}`) },
    asks,
    isConnected: () => connected,
    taken: async (tabId) => void (await owned.take(tabId)),
    send: (message) => void sent.push(message),
  });
});

afterEach(() => vi.unstubAllGlobals());

describe('a loan', () => {
  const offer = { tabId: 1, session: MAIL, readOnly: true };

  test('makes the tab ours, remembers how it was found, and is reported with its page', async () => {
    expect(await lending.lend(offer)).toBeNull();
    expect(await owned.has(1)).toBe(true);
    expect(await owned.loanOf(1)).toEqual({
      session: MAIL,
      readOnly: true,
      url: 'https://shop.example.com/cart',
      windowId: 1,
      index: 1,
      pinned: false,
      groupId: -1,
      muted: true,
      autoDiscardable: true,
    });
    expect(sent).toMatchObject([{ type: 'tab-lent', tabId: 1, session: MAIL, readOnly: true }]);
    expect((await owned.present()).tabs).toMatchObject([{ tabId: 1, lent: true }]);
  });

  test('survives a restart of the worker, and ends with a reload of the extension or of the browser', async () => {
    await lending.lend(offer);
    expect(await new OwnedTabs(session, local).loanOf(1)).toMatchObject({ readOnly: true });
    const reloaded = new OwnedTabs(fakeStore(), local);
    expect(await reloaded.has(1)).toBe(false);
    expect((await reloaded.present()).tabs).toEqual([]);
  });

  test('ends when the user takes the tab back, which then goes to its place', async () => {
    await lending.lend(offer);
    await lending.takeBack(1);
    await expect(owned.refuseForeign(1)).rejects.toMatchObject({ error: { code: 'TAB_TAKEN' } });
    expect(await owned.loanOf(1)).toBeUndefined();
    expect(done).toEqual([
      'leave 1',
      'update {"pinned":false}',
      'move {"windowId":1,"index":1}',
      'update {"muted":true,"autoDiscardable":true}',
    ]);
    expect(await lending.lend(offer)).toBeNull();
    expect(await owned.has(1)).toBe(true);
  });

  test('is refused in words, and nothing is reported', async () => {
    await owned.add(2);
    const answers = [
      await lending.lend({ ...offer, tabId: 2 }),
      await lending.lend({ ...offer, tabId: 4 }),
      await lending.lend({ ...offer, tabId: 99 }),
      await lending.lend({ ...offer, session: id('nobody') }),
    ];
    connected = false;
    answers.push(await lending.lend(offer));
    expect(answers).toEqual([
      'This tab already belongs to a session.',
      'Chrome lets no extension into this page.',
      'The tab is gone.',
      'That session has ended.',
      'bproxy is not connected, so no session can borrow a tab.',
    ]);
    expect(sent).toEqual([]);
  });
});

describe('a session that asks for a tab', () => {
  const shown = async () => (await lending.view(undefined)).asks;

  test('is shown with the tabs of that site, its subdomains and ports, and no others', async () => {
    await asks.add({ session: MAIL, reason: 'please', host: 'Example.com' });
    expect(await shown()).toEqual([
      {
        session: MAIL,
        title: 'Mail',
        reason: 'please',
        host: 'Example.com',
        candidates: [
          { tabId: 1, title: 'tab 1', host: 'shop.example.com' },
          { tabId: 2, title: 'tab 2', host: 'example.com:8443' },
        ],
      },
    ]);
    expect(sent).toEqual([]);
  });

  test('is shown until its pause ends, also by another way, and not before it begins', async () => {
    const view = { session: MAIL, title: 'Mail', tabIds: [] };
    await asks.add({ session: MAIL, reason: 'please' });
    await asks.follow([{ ...view, paused: false }]);
    expect(await shown()).toHaveLength(1);
    await asks.follow([{ ...view, paused: true }]);
    await asks.follow([{ ...view, paused: false }]);
    expect(await shown()).toEqual([]);
    expect(calls).toEqual(['asked: please', 'open: 1', 'open: 1', 'open: 0', `ended: ${MAIL}`]);
  });

  test('is over when the user says no, or lends a tab', async () => {
    await asks.add({ session: MAIL, reason: 'please' });
    await lending.refuse(MAIL);
    expect(sent).toEqual([{ type: 'lend-refused', session: MAIL }]);
    await asks.add({ session: MAIL, reason: 'once more' });
    await lending.lend({ tabId: 1, session: MAIL, readOnly: false });
    expect(await shown()).toEqual([]);
  });
});

test.each([
  ['https://example.com/', true],
  ['http://localhost:3000/', true],
  ['chrome://settings/', false],
  ['chrome-extension://abc/popup.html', false],
  ['file:///etc/passwd', false],
  ['about:blank', false],
  ['https://chromewebstore.google.com/detail/x', false],
  ['https://chrome.google.com/webstore', false],
  ['', false],
])('whether %s can be lent: %s', (url, expected) => {
  expect(canBeLent(url)).toBe(expected);
});
