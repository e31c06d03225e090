import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeEvent, type FakeStore, fakeStore, strict } from '../../testing/fake-chrome.ts';
import { type NavigationEvent, NavigationEvents } from '../navigation/navigation-events.ts';
import { FormResults } from './form-results.ts';

const TAB = 1;
let onReplaced: FakeEvent<[number, number]>;
let store: FakeStore;
let events: NavigationEvents;

beforeEach(() => {
  onReplaced = new FakeEvent();
  store = fakeStore();
  vi.stubGlobal('chrome', strict('chrome', { tabs: strict('chrome.tabs', { onReplaced }) }));
});
afterEach(() => vi.unstubAllGlobals());

/** As in a worker that has just started. */
function start(): FormResults {
  events = new NavigationEvents();
  const forms = new FormResults(store);
  forms.follow(events);
  return forms;
}

const commit = (how?: 'form' | 'reload'): NavigationEvent => ({
  type: 'committed',
  url: 'https://a.test/',
  documentId: 'd',
  ...(how ? { how } : {}),
});

test.each<[string, NavigationEvent[], boolean]>([
  ['a page that a link led to', [commit()], false],
  ['the answer to a form', [commit('form')], true],
  ['the answer to a form, loaded again', [commit('form'), commit('reload')], true],
  ['a page after the answer to a form', [commit('form'), commit()], false],
  ['a page that was loaded again', [commit(), commit('reload')], false],
  ['a tab that was closed', [commit('form'), { type: 'removed' }], false],
  [
    'the answer to a form, in another part',
    [commit('form'), { type: 'same-document', url: 'https://a.test/#b', cause: 'fragment' }],
    true,
  ],
])('%s', async (_, happened, isResult) => {
  const forms = start();
  for (const event of happened) events.publish(TAB, event);
  expect(await forms.has(TAB)).toBe(isResult);
  expect(await forms.has(2)).toBe(false);
  await vi.waitFor(async () => expect(await start().has(TAB)).toBe(isResult));
});

test('the answer to a form is still one after the tab got a new id', async () => {
  const forms = start();
  events.publish(TAB, commit('form'));
  onReplaced.fire(7, TAB);
  onReplaced.fire(8, 2);
  expect([await forms.has(TAB), await forms.has(7), await forms.has(8)]).toEqual([false, true, false]);
  await vi.waitFor(async () => expect(await start().has(7)).toBe(true));
});
