import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { driveBrowser, pageAt } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { until, World } from './harness/world.ts';

const world = new World();
let pages: Pages;
let browser: BrowserContext;
let labels: [string, string];

beforeAll(async () => {
  const named = ['ann', 'bob', 'cid', 'mine', 'next'].map((name) => [
    `/${name}`,
    html(name, `<p>${name}</p><a href="/next">on</a>`),
  ]);
  pages = await world.serve(Object.fromEntries(named));
  await world.startBrowser('one');
  const one = (await world.connected(1)).clients[0]?.label ?? '';
  await world.install('two');
  // The profile of a user, played by Playwright.
  browser = await driveBrowser(world, 'two');
  const two = (await world.connected(2)).clients.find(({ label }) => label !== one)?.label ?? '';
  labels = [one, two];
});

afterAll(() => world.close());

const open = (name: string, where: 0 | 1, session?: string) =>
  world.data(
    'tab.open',
    'tab',
    'open',
    '--url',
    pages.url(`/${name}`),
    '--browser',
    labels[where],
    ...(session ? ['-s', session] : []),
  );
const tabsOf = async (session: string) =>
  (await world.data('tab.list', 'tab', 'list', '-s', session)).tabs.map(({ tab, title }) => [tab, title]);
const close = (session: string) => world.data('session.close', 'session', 'close', '-s', session);
const shown = () => browser.pages().map((page) => new URL(page.url()).pathname);

/** The user's own view of the page that a session opened. */
const pageOf = (name: string) => pageAt(browser, pages.url(`/${name}`));

describe('two sessions of one profile and one of another', () => {
  it('reach only their own tabs and close exactly those', async () => {
    const mine = await browser.newPage();
    await mine.goto(pages.url('/mine'));
    const ann = await open('ann', 1);
    const bob = await open('bob', 1);
    const cid = await open('cid', 0);
    await open('bob', 1, bob.session);
    expect(await tabsOf(ann.session)).toEqual([['t1', 'ann']]);
    expect(await tabsOf(bob.session)).toEqual([
      ['t1', 'bob'],
      ['t2', 'bob'],
    ]);
    for (const words of [
      ['tab', 'close', '--tab', 't2'],
      ['tab', 'pin', '--tab', 't2'],
      ['session', 'bind', '--tab', 't2'],
    ]) {
      expect(await world.error(...words, '-s', ann.session)).toMatchObject({
        code: 'TAB_NOT_IN_SESSION',
        details: { session: ann.session, tab: 't2' },
      });
    }
    expect(await world.error('tab', 'close', '--tab', 't9', '-s', ann.session)).toMatchObject({
      code: 'TAB_HANDLE_NOT_FOUND',
    });
    expect(await close(bob.session)).toEqual({ session: bob.session, closedTabs: 2 });
    expect(shown().filter((path) => path === '/bob')).toEqual([]);
    expect(shown()).toEqual(expect.arrayContaining(['/mine', '/ann']));
    expect(await world.data('text', 'text', '-s', ann.session)).toEqual({ text: 'ann\non' });
    expect(await world.data('text', 'text', '-s', cid.session)).toEqual({ text: 'cid\non' });
    expect(await close(cid.session)).toMatchObject({ closedTabs: 1 });
    expect(await close(ann.session)).toMatchObject({ closedTabs: 1 });
    expect(shown()).toContain('/mine');
    await mine.close();
  });

  it('count only the tabs that were still open', async () => {
    const { session } = await open('ann', 1);
    await open('bob', 1, session);
    await (await pageOf('ann')).close();
    await until('the daemon knows', async () => (await tabsOf(session)).length === 1);
    expect(await close(session)).toEqual({ session, closedTabs: 1 });
  });
});

describe('the daemon follows the user when', () => {
  it('they close a tab with queued requests: none of them hangs or runs elsewhere', async () => {
    const { session } = await open('ann', 1);
    const other = await open('bob', 1);
    const waiting = world.error(
      'wait',
      '--strategy',
      'selector',
      '--target',
      '#never',
      '--timeout',
      '60000',
      '-s',
      session,
    );
    const received = () => world.log().filter((line) => line['event'] === 'received');
    const has = (action: string) =>
      received().some((line) => line['action'] === action && line['session'] === session);
    await until('the wait runs', () => has('wait'));
    const queued = [
      world.error('text', '-s', session),
      world.error('click', '--selector', 'a', '-s', session),
    ];
    await until('the others are queued', () => has('text') && has('click'));
    await (await pageOf('ann')).close();
    for (const error of [await waiting, ...(await Promise.all(queued))]) {
      expect(error).toMatchObject({ code: 'TAB_NOT_FOUND' });
    }
    expect(await tabsOf(session)).toEqual([]);
    expect(await world.data('text', 'text', '-s', other.session)).toEqual({ text: 'bob\non' });
    expect((await pageOf('bob')).url()).toBe(pages.url('/bob'));
    expect(await close(session)).toMatchObject({ closedTabs: 0 });
    await close(other.session);
  });

  it('they leave a page: tab list shows the new address, and the handles are stale', async () => {
    const { session } = await open('ann', 1);
    const { links } = await world.data('links', 'links', '-s', session);
    const handle = links[0]?.handle ?? '';
    expect(handle).toBe('ln1');
    await (await pageOf('ann')).click('a');
    await until('the list shows it', async () => {
      return JSON.stringify(await tabsOf(session)) === JSON.stringify([['t1', 'next']]);
    });
    expect(await world.error('click', '--element', handle, '-s', session)).toMatchObject({
      code: 'ELEMENT_HANDLE_STALE',
      details: { handle, reason: 'navigated' },
    });
    await close(session);
  });

  it('they type an address: the tab is theirs from then on, also for queued requests', async () => {
    const { session } = await open('ann', 1);
    const page = await pageOf('ann');
    const logged = (event: string) => world.log().filter((line) => line['event'] === event).length;
    const sent = logged('forwarded');
    const waiting = world.error('wait', '--strategy', 'selector', '--target', '#no', '-s', session);
    await until('the wait runs', () => logged('forwarded') > sent);
    const received = logged('received');
    const queued = world.error('text', '-s', session);
    await until('the other is queued', () => logged('received') > received);
    // For Chrome this is a typed address.
    await page.goto(pages.url('/mine'));
    const taken = {
      code: 'TAB_TAKEN',
      retry: 'never',
      suggestedAction: expect.stringContaining(`bproxy tab open --url URL -s ${session}`),
      details: { session, tab: 't1' },
    };
    expect(await waiting).toMatchObject(taken);
    expect(await queued).toMatchObject(taken);
    for (const words of [
      ['text'],
      ['screenshot'],
      ['navigate', '--url', pages.url('/ann')],
      ['click', '--selector', 'a'],
      ['tab', 'close', '--tab', 't1'],
      ['session', 'bind', '--tab', 't1'],
    ]) {
      expect(await world.error(...words, '-s', session)).toMatchObject(taken);
    }
    expect(await tabsOf(session)).toEqual([]);
    await page.click('a');
    await until('the user has gone on', () => page.url() === pages.url('/next'));
    expect(await world.error('text', '-s', session)).toMatchObject(taken);
    await open('bob', 1, session);
    expect(await world.data('text', 'text', '-s', session)).toEqual({ text: 'bob\non' });
    expect(await close(session)).toEqual({ session, closedTabs: 1 });
    expect(page.isClosed()).toBe(false);
    await page.close();
  });

  it('they type an address while the daemon is away: the next daemon knows', async () => {
    const { session } = await open('ann', 1);
    const page = await pageOf('ann');
    const daemon = world.processes().find(({ command }) => command.includes('daemon'));
    if (!daemon) throw new Error('no daemon runs');
    process.kill(daemon.pid, 'SIGKILL');
    await page.goto(pages.url('/mine'));
    await world.connected(2);
    await until('the browser has said so', async () => (await tabsOf(session)).length === 0);
    expect(await world.error('text', '-s', session)).toMatchObject({ code: 'TAB_TAKEN' });
    expect(await close(session)).toMatchObject({ closedTabs: 0 });
    expect(page.isClosed()).toBe(false);
    await page.close();
  });
});
