import { afterAll, expect, it } from 'vitest';
import { FakeChrome } from './fake-chrome.ts';
import { TestHome } from './home.ts';

const home = new TestHome();
const chrome = new FakeChrome(home.dir);

afterAll(async () => {
  await chrome.end();
  await home.remove();
});

it('a browser learns its sessions right after the welcome, and every change of them', async () => {
  await chrome.connect();
  expect(await chrome.next('sessions')).toEqual({ type: 'sessions', sessions: [] });
  const opening = home.ask('tab.open', { url: 'http://page.test/' });
  const { id } = await chrome.request();
  const types = chrome.messages.map(({ type }) => type);
  expect(types.indexOf('sessions')).toBe(types.indexOf('welcome') + 1);
  chrome.answer(id, { tabId: 7, url: 'http://page.test/', title: 'page' });
  const { json } = await opening;
  if (!json.ok || !('session' in json.data)) throw new Error(JSON.stringify(json));
  const { session } = json.data;
  expect(await chrome.next('sessions')).toEqual({
    type: 'sessions',
    sessions: [{ session, title: session, paused: false, tabIds: [7] }],
  });
  await home.ask('session.list', {});
  chrome.send({ type: 'tab-removed', tabId: 7 });
  expect(await chrome.next('sessions')).toMatchObject({ sessions: [{ session, tabIds: [] }] });
  // A browser that asks for nothing new is not sent the same again.
  expect(chrome.messages.filter(({ type }) => type === 'sessions')).toHaveLength(3);
});
