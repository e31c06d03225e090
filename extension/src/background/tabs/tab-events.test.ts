import type { ToDaemonMessage } from '@bproxy/shared';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeEvent, fakeStore, strict } from '../../testing/fake-chrome.ts';
import { NavigationEvents } from '../navigation/navigation-events.ts';
import { OwnedTabs } from './owned-tabs.ts';
import { TabEvents } from './tab-events.ts';

interface Tab {
  id: number;
  url?: string;
  pendingUrl?: string;
  title?: string;
}

const OWN = 1;
const FOREIGN = 2;

let tabs: Map<number, Tab>;
let onUpdated: FakeEvent<[number, { url?: string; title?: string; status?: string }]>;
let onReplaced: FakeEvent<[number, number]>;
let onTarget: FakeEvent<[{ tabId: number; sourceTabId: number }]>;
let sent: ToDaemonMessage[];
let events: NavigationEvents;
let owned: OwnedTabs;

beforeEach(async () => {
  vi.useFakeTimers();
  tabs = new Map([OWN, FOREIGN].map((id) => [id, { id, url: `https://${id}.test/`, title: `${id}` }]));
  [onUpdated, onReplaced, onTarget] = [new FakeEvent(), new FakeEvent(), new FakeEvent()];
  vi.stubGlobal(
    'chrome',
    strict('chrome', {
      tabs: strict('chrome.tabs', {
        onUpdated,
        onReplaced,
        async get(id: number) {
          const tab = tabs.get(id);
          if (!tab) throw new Error(`No tab with id: ${id}.`);
          return { ...tab };
        },
      }),
      webNavigation: strict('chrome.webNavigation', { onCreatedNavigationTarget: onTarget }),
    }),
  );
  sent = [];
  events = new NavigationEvents();
  owned = new OwnedTabs(fakeStore(), fakeStore());
  await owned.add(OWN);
  new TabEvents(owned, (message) => sent.push(message), { opened: async () => {} }).register(events);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = () => vi.advanceTimersByTimeAsync(1000);

test("nothing about the user's own tabs leaves the extension", async () => {
  events.publish(FOREIGN, { type: 'committed', url: 'https://x.test/', documentId: 'd' });
  onUpdated.fire(FOREIGN, { title: 'private' });
  onTarget.fire({ tabId: 4, sourceTabId: FOREIGN });
  events.publish(FOREIGN, { type: 'removed' });
  await settle();
  expect(sent).toEqual([]);
});

test('navigations of our tabs are reported, changes of the fragment are not', async () => {
  events.publish(OWN, { type: 'committed', url: 'https://a.test/', documentId: 'd' });
  events.publish(OWN, { type: 'same-document', url: 'https://a.test/b', cause: 'history_state' });
  events.publish(OWN, { type: 'same-document', url: 'https://a.test/b#c', cause: 'fragment' });
  await settle();
  expect(sent).toEqual([
    { type: 'navigation', tabId: OWN, url: 'https://a.test/', cause: 'committed' },
    { type: 'navigation', tabId: OWN, url: 'https://a.test/b', cause: 'history_state' },
  ]);
});

test('a change of title and URL is reported once, when it has settled', async () => {
  onUpdated.fire(OWN, { status: 'loading' });
  onUpdated.fire(OWN, { url: 'https://a.test/' });
  tabs.set(OWN, { id: OWN, url: 'https://a.test/', title: 'A' });
  onUpdated.fire(OWN, { title: 'A' });
  await settle();
  onUpdated.fire(OWN, { title: 'A' });
  await settle();
  expect(sent).toEqual([{ type: 'tab-updated', tabId: OWN, url: 'https://a.test/', title: 'A' }]);
});

test('a tab that our page opens becomes ours, once', async () => {
  tabs.set(5, { id: 5, pendingUrl: 'https://new.test/' });
  onTarget.fire({ tabId: 5, sourceTabId: OWN });
  await settle();
  expect(sent).toEqual([
    { type: 'tab-opened', tabId: 5, openerTabId: OWN, url: 'https://new.test/', title: '' },
  ]);
  events.publish(5, { type: 'removed' });
  await settle();
  expect(sent.at(-1)).toEqual({ type: 'tab-removed', tabId: 5 });
  expect(await owned.has(5)).toBe(false);
});

test('a reload of the extension keeps our tabs and drops those that are gone', async () => {
  const local = fakeStore({ ownedTabs: [OWN, 99] });
  const session = fakeStore();
  const after = new OwnedTabs(session, local);
  expect(await after.present()).toEqual({
    tabs: [{ tabId: OWN, url: 'https://1.test/', title: '1' }],
    taken: [],
    replaced: [],
  });
  expect(local.items.get('ownedTabs')).toEqual([OWN]);
  expect(session.items.get('ownedTabs')).toEqual([OWN]);
});

test('a tab that the user navigates elsewhere is theirs: it sends no more events, and a hello reports it', async () => {
  events.publish(OWN, { type: 'committed', url: 'https://bank.test/', documentId: 'd', byUser: true });
  onUpdated.fire(OWN, { title: 'My bank' });
  events.publish(OWN, { type: 'committed', url: 'https://bank.test/2', documentId: 'e' });
  onTarget.fire({ tabId: 5, sourceTabId: OWN });
  await settle();
  expect(sent).toEqual([{ type: 'tab-taken', tabId: OWN }]);
  await expect(owned.refuseForeign(OWN)).rejects.toMatchObject({ error: { code: 'TAB_TAKEN' } });
  expect(await owned.add(OWN)).toBe(false);
  expect(await owned.present()).toEqual({ tabs: [], taken: [OWN], replaced: [] });
});

test('a reload of the extension remembers which tabs the user took', async () => {
  const local = fakeStore({ ownedTabs: [], takenTabs: [OWN, 99] });
  const after = new OwnedTabs(fakeStore(), local);
  expect(await after.present()).toEqual({ tabs: [], taken: [OWN], replaced: [] });
  expect(local.items.get('takenTabs')).toEqual([OWN]);
});

test('a tab with a new id stays ours: the daemon hears of it, and requests for the old id hear that it sleeps', async () => {
  const [session, local] = [fakeStore(), fakeStore({ ownedTabs: [OWN], takenTabs: [FOREIGN] })];
  const before = new OwnedTabs(session, local);
  new TabEvents(before, (message) => sent.push(message), { opened: async () => {} }).register(
    new NavigationEvents(),
  );
  tabs = new Map([11, 12].map((id) => [id, { id, url: `https://${id}.test/`, title: `${id}` }]));
  onReplaced.fire(11, OWN);
  onReplaced.fire(12, FOREIGN);
  onReplaced.fire(13, 3);
  await settle();
  const replaced = [
    { tabId: 11, was: OWN },
    { tabId: 12, was: FOREIGN },
  ];
  expect(sent.filter(({ type }) => type === 'tab-replaced')).toEqual(
    expect.arrayContaining(replaced.map((tab) => ({ type: 'tab-replaced', ...tab }))),
  );
  expect(sent).not.toContainEqual(expect.objectContaining({ was: 3 }));
  // The next worker knows it too.
  for (const owner of [before, new OwnedTabs(session, local)]) {
    expect(await owner.present()).toEqual({
      tabs: [{ tabId: 11, url: 'https://11.test/', title: '11' }],
      taken: [12],
      replaced,
    });
    await expect(owner.refuseForeign(OWN)).rejects.toMatchObject({ error: { code: 'TAB_ASLEEP' } });
    await expect(owner.refuseForeign(12)).rejects.toMatchObject({ error: { code: 'TAB_TAKEN' } });
    await owner.refuseForeign(11);
  }
});

test('a hello reports the latest hundred replacements', async () => {
  for (let id = 100; id < 250; id += 1) await owned.replace({ was: id === 100 ? OWN : id - 1, tabId: id });
  tabs.set(249, { id: 249 });
  const { replaced } = await owned.present();
  expect(replaced).toHaveLength(100);
  expect(replaced.at(-1)).toEqual({ was: 248, tabId: 249 });
});

test('a watcher hears of each tab that becomes ours, and of each that is given back', async () => {
  const heard: Array<[number, boolean]> = [];
  owned.watch((tabId, isOurs) => heard.push([tabId, isOurs]));
  for (const tabId of [20, 21, 22]) await owned.add(tabId);
  await owned.add(20);
  await owned.take(20);
  await owned.release([21, 99]);
  await owned.remove(22);
  expect(heard).toEqual([
    [20, true],
    [21, true],
    [22, true],
    [20, false],
    [21, false],
  ]);
});
