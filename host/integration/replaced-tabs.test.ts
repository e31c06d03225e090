import { afterEach, expect, it } from 'vitest';
import { FakeChrome } from './fake-chrome.ts';
import { isRunning, TestHome, until } from './home.ts';

let home: TestHome;
let chrome: FakeChrome;

afterEach(async () => {
  await chrome.end();
  await home.remove();
});

/** A session with the tab 7. */
async function start(): Promise<string> {
  home = new TestHome();
  chrome = new FakeChrome(home.dir);
  await chrome.connect();
  const opening = home.ask('tab.open', { url: 'http://page.test/' });
  chrome.answer((await chrome.request()).id, { tabId: 7, url: 'http://page.test/', title: 'page' });
  const { json } = await opening;
  if (!json.ok || !('session' in json.data)) throw new Error(JSON.stringify(json));
  return String(json.data.session);
}

it('a message about a new tab id moves the tab of the session', async () => {
  const session = await start();
  chrome.send({ type: 'tab-replaced', tabId: 8, was: 7 });
  chrome.send({ type: 'ping', ts: 1 });
  await chrome.next('pong');
  const reading = home.ask('text', {}, { session });
  const request = await chrome.request();
  expect(request.target).toEqual({ tabId: 8 });
  chrome.answer(request.id, { text: 'here' });
  expect((await reading).json).toMatchObject({ data: { text: 'here' } });
});

it('a daemon that crashed and missed the change finds the tab by the next hello', async () => {
  const session = await start();
  const daemon = home.pid();
  process.kill(daemon, 'SIGKILL');
  await until('the daemon is gone', () => !isRunning(daemon));
  await chrome.connect({
    tabs: [{ tabId: 8, url: 'http://page.test/', title: 'page' }],
    replaced: [{ tabId: 8, was: 7 }],
  });
  const { json } = await home.ask('tab.list', {}, { session });
  expect(json).toMatchObject({ data: { tabs: [{ tab: 't1', url: 'http://page.test/', bound: true }] } });
  void home.ask('tab.wake', { tab: 't1' }, { session });
  expect(await chrome.request()).toMatchObject({ action: 'tab.wake', target: { tabId: 8 } });
});
