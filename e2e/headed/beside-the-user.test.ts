import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, type Pages } from '../harness/pages.ts';
import { until, World } from '../harness/world.ts';
import { Display } from './display.ts';

/** What the user has typed, and where; and what reached a page of the agent. */
let typed = '';
let strayed: string[] = [];

const NOTES = html(
  'Notes',
  `<textarea autofocus style="width: 90%; height: 300px"></textarea><script>
    const area = document.querySelector('textarea');
    area.addEventListener('input', () => fetch('/typed', { method: 'POST', body: area.value }));
    document.addEventListener('visibilitychange', () => fetch('/strayed', { method: 'POST', body: 'hidden' }));
    setInterval(() => { if (document.activeElement !== area) area.focus(); }, 50);
  </script>`,
);

/** Each key and each click of a person that reaches it is reported. */
const work = (title: string) =>
  html(
    title,
    `<script>
      for (const type of ['keydown', 'mousedown'])
        addEventListener(type, (event) => { if (event.isTrusted) fetch('/strayed', { method: 'POST', body: '${title} ' + type }); }, true);
    </script>
    <form action="/paid"><input id="name" autofocus><button id="pay" type="button" onclick="document.title = 'Pressed'">Pay</button></form>
    <a id="blank" href="/opened" target="_blank">New tab</a>
    <form action="/opened" target="_blank"><input name="q" value="1"><button id="search">Search</button></form>
    <form action="/opened" target="_blank" method="post"><button id="post">Post</button></form>
    <button id="later" onclick="setTimeout(() => document.querySelector('#blank').click(), 50)">Later</button>
    <button id="popup" onclick="window.open('/opened')">Popup</button>
    <a id="stopped" href="/opened" target="_blank" onclick="event.stopPropagation()">Stopped</a>`,
  );

const world = new World();
let pages: Pages;
let display: Display;

beforeAll(async () => {
  const collect =
    (take: (body: string) => void) =>
    (request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => {
      let body = '';
      request.on('data', (chunk) => {
        body += String(chunk);
      });
      request.on('end', () => {
        take(body);
        response.end();
      });
    };
  pages = await world.serve({
    '/notes': NOTES,
    '/one': work('One'),
    '/two': work('Two'),
    '/opened': html('Opened', '<p>opened</p>'),
    '/typed': collect((body) => {
      typed = body;
    }),
    '/strayed': collect((body) => strayed.push(body)),
    '/paid': collect(() => strayed.push('paid')),
  });
  display = await Display.open(world);
  await world.startBrowser('main', { headless: false, env: display.env });
  await world.connected();
});

afterAll(() => world.close());

const open = (path: string, ...more: string[]) =>
  world.data('tab.open', 'tab', 'open', '--url', pages.url(path), ...more);

describe('a user who types while the agent works', () => {
  it('keeps every key, the tab, the window and the order of the windows', async () => {
    // A window that the user minimises, with a tab of the second session.
    await display.goTo('about:blank', pages.url('/notes'), 'Notes');
    const first = await display.windowOf('Notes');
    await display.press('Notes', 'ctrl+n');
    await display.shows('New Tab');
    const second = await open('/two');
    const minimised = await display.windowOf('New Tab');
    await display.minimise(minimised);
    // A window beside the user's own, which shows a tab of the first session.
    await display.activate(first);
    await display.press('Notes', 'ctrl+n');
    await display.shows('New Tab');
    const one = await open('/one');
    await world.data('tab.show', 'tab', 'show', '-s', one.session);
    const beside = await display.windowOf('One');
    await display.place(beside, 660, 600);
    await display.place(first, 0, 640);
    await display.activate(first);
    await display.shows('Notes');
    strayed = [];
    const before = await display.front();
    expect(before.minimised).toHaveLength(1);

    const text = 'The quick brown fox jumps over the lazy dog and does not stop. '.repeat(5).slice(0, 300);
    let isTyping = true;
    const typing = display.type(text, 90).then(() => {
      isTyping = false;
    });
    const agent = async (session: string, path: string, hasPicture: boolean) => {
      for (let turn = 0; turn < 10; turn += 1) await open(path, '-s', session);
      for (const id of ['blank', 'search', 'popup', 'pay'])
        await world.data('click', 'click', '--selector', `#${id}`, '-s', session);
      await world.data(
        'fill',
        'fill',
        '--selector',
        '#name',
        '--value',
        'Ann',
        '--method',
        'paste',
        '--world',
        'isolated',
        '-s',
        session,
      );
      await world.data('navigate', 'navigate', '--url', pages.url(path), '-s', session);
      if (hasPicture) {
        await world.data('session.bind', 'session', 'bind', '--tab', 't1', '-s', session);
        await world.data('screenshot', 'screenshot', '-s', session);
      }
    };
    await Promise.all([agent(one.session, '/one', true), agent(second.session, '/two', false)]);
    expect(isTyping, 'the agent was done before the user').toBe(true);
    await typing;
    await until('all keys have arrived', () => typed.length >= 300);
    expect(typed).toBe(text);
    expect(strayed).toEqual([]);
    expect(await display.front()).toEqual(before);
    expect(await display.title()).toMatch(/^Notes - /);
    const tabs = await world.data('tab.list', 'tab', 'list', '-s', second.session);
    expect(tabs.tabs.filter(({ title }) => title === 'Opened')).toHaveLength(2);
  });
});
