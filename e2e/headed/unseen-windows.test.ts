import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTING_PAGE, actEverywhere } from '../harness/acting-page.ts';
import { html, type Pages } from '../harness/pages.ts';
import { until, World } from '../harness/world.ts';
import { Display } from './display.ts';

const world = new World();
let pages: Pages;
let display: Display;
let session: string;
let user: string;
let agents: string;

beforeAll(async () => {
  pages = await world.serve({
    '/': ACTING_PAGE,
    '/mine': html('Mine', '<textarea autofocus></textarea>'),
    '/opens': html(
      'Opens',
      `<form action="/opened" target="_blank" method="post"><button id="post">Post</button></form>
       <a id="stopped" href="/opened" target="_blank" onclick="event.stopPropagation()">Stopped</a>
       <button id="popup" onclick="document.title = window.open('/opened') ? 'Opened one' : 'Blocked'">Popup</button>`,
    ),
    '/opened': (_request, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end(html('Opened', '<p>opened</p>')),
  });
  display = await Display.open(world);
  await world.startBrowser('main', { headless: false, env: display.env });
  await world.connected();
  await display.goTo('about:blank', pages.url('/mine'), 'Mine');
  user = await display.windowOf('Mine');
  await display.press('Mine', 'ctrl+n');
  await display.shows('New Tab');
  ({ session } = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/')));
  agents = await display.windowOf('New Tab');
});

afterAll(() => world.close());

const visibility = async () => (await world.ok('text', 'text', '-s', session)).page.visibility;
const go = (path: string) => world.ok('navigate', 'navigate', '--url', pages.url(path), '-s', session);

describe('every action', () => {
  it('is done in a tab whose window another one covers', async () => {
    await world.ok('tab.show', 'tab', 'show', '-s', session);
    for (const window of [agents, user]) await display.place(window, 0, 900);
    await display.activate(user);
    await display.shows('Mine');
    await until('Chrome knows that the window is covered', async () => (await visibility()) === 'hidden');
    const before = await display.front();
    await actEverywhere(world, session);
    expect(await display.front()).toEqual(before);
  });

  it('is done in a minimised window, which stays minimised', async () => {
    await display.minimise(agents);
    await display.activate(user);
    const before = await display.front();
    expect(before.minimised).toHaveLength(1);
    await go('/');
    await actEverywhere(world, session);
    expect(await visibility()).toBe('hidden');
    await world.ok('tab.show', 'tab', 'show', '-s', session);
    expect(await world.error('screenshot', '--activate', '-s', session)).toMatchObject({
      code: 'TAB_NOT_VISIBLE',
    });
    expect(await display.front()).toEqual(before);
  });
});

describe('a tab that bproxy could not foresee', () => {
  it.each(['post', 'stopped'])('joins the session, and what was in front comes back: %s', async (id) => {
    const before = await display.front();
    expect(before.minimised).toHaveLength(1);
    await world.ok('tab.open', 'tab', 'open', '--url', pages.url('/opens'), '-s', session);
    const { data } = await world.ok('click', 'click', '--selector', `#${id}`, '-s', session);
    expect(data.openedTabs).toHaveLength(1);
    await until('the window is minimised again, and the other one in front', async () => {
      const { active, minimised } = await display.front();
      return active === before.active && minimised.join() === before.minimised.join();
    });
    expect(await display.title()).toMatch(/^Mine - /);
  });
});

describe('the user who works in the tab of a session', () => {
  it('keeps what Chrome allows for their own click: an action waits, or says USER_ACTIVE', async () => {
    await display.activate(user);
    const { session: own } = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/opens'));
    await world.ok('tab.show', 'tab', 'show', '-s', own);
    await display.shows('Opens');
    // The shield drops what comes within the first second.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const click = ['click', '--selector', '#popup', '-s', own];
    await display.press('Opens', 'Tab');
    expect(await world.error(...click, '--timeout', '2500')).toMatchObject({
      code: 'USER_ACTIVE',
      retry: 'safe',
      details: { retryAfterMs: 5_000 },
    });
    await display.press('Opens', 'Tab');
    // It waits until the user rests, and the page gets nothing that a person's click would have allowed.
    await world.ok('click', ...click);
    await display.shows('Blocked');
  });

  it('types nothing into a tab that the agent brings to the front, until they pause', async () => {
    await display.activate(user);
    const { session: own } = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/mine'));
    const typing = display.type('Now I send it, I pay.', 120);
    await world.ok('tab.show', 'tab', 'show', '-s', own);
    await typing;
    const value = async () =>
      (await world.data('elements', 'elements', '--form', '-s', own)).elements[0]?.value;
    expect((await value()) ?? '').toBe('');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await display.type('Meant', 50);
    await until('what they type after that arrives', async () => (await value()) === 'Meant');
  });
});
