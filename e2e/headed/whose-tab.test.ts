import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumArgs, chromiumPath } from '../harness/chromium.ts';
import { html, type Pages } from '../harness/pages.ts';
import { until, World } from '../harness/world.ts';
import { Display } from './display.ts';

const OPENERS = {
  link: '<a id="go" href="/opened" target="_blank">go</a>',
  noopener: '<a id="go" href="/opened" target="_blank" rel="noopener">go</a>',
  form: '<form action="/opened" target="_blank"><button id="go">go</button></form>',
  'window.open': `<button id="go" onclick="window.open('/opened')">go</button>`,
  'an empty window': `<button id="go" onclick="const w = window.open(''); setTimeout(() => { w.location = '/opened' }, 500)">go</button>`,
  'a blank window': `<button id="go" onclick="const w = window.open('about:blank'); setTimeout(() => { w.location.href = '/opened' }, 500)">go</button>`,
};

/** The title says when the control has the focus: before that a key would go elsewhere. */
const focused = (body: string) =>
  html(
    'Waiting',
    `${body}<script>
      const go = document.querySelector('#go');
      setInterval(() => { go.focus(); document.title = document.hasFocus() ? 'Ready' : 'Waiting'; }, 100);
    </script>`,
  );

const world = new World();
let pages: Pages;
let display: Display;

beforeAll(async () => {
  const openers = Object.entries(OPENERS).map(([name, body]) => [
    `/${encodeURIComponent(name)}`,
    focused(body),
  ]);
  pages = await world.serve({
    ...Object.fromEntries(openers),
    '/work': html('Work', '<p>work</p>'),
    '/bank': focused('<p>1,000,000</p><a id="go" href="/transfer" target="_blank">transfer</a>'),
    '/transfer': html('Transfer', '<p>to whom</p>'),
    '/opened': html('Opened', '<p>opened</p>'),
  });
  display = await Display.open(world);
  await world.startBrowser('main', { headless: false, env: display.env });
  await world.connected();
});

afterAll(() => world.close());

const open = async (path: string) => {
  const { session } = await world.data('tab.open', 'tab', 'open', '--url', pages.url(path), '--show');
  // Until the user has paused for a second, a page that the agent has shown gets none of their keys.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  return session;
};
const tabsOf = async (session: string) =>
  (await world.data('tab.list', 'tab', 'list', '-s', session)).tabs.map(({ tab, title }) => [tab, title]);
const closed = async (session: string) =>
  (await world.data('session.close', 'session', 'close', '-s', session)).closedTabs;

describe('a tab that the user opens next to the tab of a session', () => {
  it('with Ctrl+T stays theirs, and so does every tab opened from it', async () => {
    const session = await open('/work');
    await display.press('Work', 'ctrl+t');
    await display.goTo('New Tab', pages.url('/bank'), 'Ready');
    await display.press('Ready', 'Return');
    await display.shows('Transfer');
    expect(await tabsOf(session)).toEqual([['t1', 'Work']]);
    expect(await world.data('text', 'text', '-s', session)).toEqual({ text: 'work' });
    expect(await world.error('screenshot', '-s', session)).toMatchObject({ code: 'TAB_NOT_VISIBLE' });
    expect(await world.error('session', 'bind', '--tab', 't2', '-s', session)).toMatchObject({
      code: 'TAB_HANDLE_NOT_FOUND',
    });
    expect(await closed(session)).toBe(1);
    // Both are still there: the one behind appears when the one in front is closed.
    await display.press('Transfer', 'ctrl+w');
    await display.press('Ready', 'ctrl+w');
  });

  it('with Ctrl+N stays theirs', async () => {
    const session = await open('/work');
    await display.press('Work', 'ctrl+n');
    await display.goTo('New Tab', pages.url('/bank'), 'Ready');
    expect(await tabsOf(session)).toEqual([['t1', 'Work']]);
    expect(await closed(session)).toBe(1);
    await display.press('Ready', 'ctrl+w');
  });

  it('from another program stays theirs', async () => {
    const session = await open('/work');
    await display.shows('Work');
    const args = chromiumArgs({ profile: world.profile('main'), headless: false });
    await world.run(chromiumPath(), [...args, pages.url('/bank')], '', display.env);
    await display.shows('Ready');
    expect(await tabsOf(session)).toEqual([['t1', 'Work']]);
    expect(await closed(session)).toBe(1);
    await display.press('Ready', 'ctrl+w');
  });
});

describe('a tab of a session', () => {
  it('belongs to the user once they type an address in it', async () => {
    const session = await open('/work');
    await display.goTo('Work', pages.url('/bank'), 'Ready');
    for (const words of [['text'], ['screenshot'], ['tab', 'close', '--tab', 't1']]) {
      expect(await world.error(...words, '-s', session)).toMatchObject({
        code: 'TAB_TAKEN',
        details: { session, tab: 't1' },
      });
    }
    expect(await tabsOf(session)).toEqual([]);
    expect(await closed(session)).toBe(0);
    await display.press('Ready', 'ctrl+w');
  });

  it.each(Object.keys(OPENERS))('keeps the tabs that its page opens: %s', async (name) => {
    const session = await open(`/${encodeURIComponent(name)}`);
    await display.press('Ready', 'Return');
    await display.shows('Opened');
    await until('it has joined', async () => {
      const tabs = await tabsOf(session);
      return tabs.some(([tab, title]) => tab === 't2' && title === 'Opened');
    });
    expect(await closed(session)).toBe(2);
  });
});
