import type { BrowserContext, Worker } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { driveBrowser, workerOf } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { TabStrip } from './harness/tab-strip.ts';
import { World } from './harness/world.ts';

const world = new World();
let pages: Pages;
let browser: BrowserContext;
let worker: Worker;
let strip: TabStrip;

beforeAll(async () => {
  pages = await world.serve({
    '/one': html('One', '<a id="go" href="/two" target="_blank">go</a>'),
    '/two': html('Two', '<p>two</p>'),
    '/own': html('Own', '<p>own</p>'),
  });
  await world.install('main');
  browser = await driveBrowser(world);
  await world.connected();
  worker = await workerOf(browser);
  strip = new TabStrip(worker);
});

afterAll(() => world.close());

const shows: TabStrip['shows'] = (what, expected) => strip.shows(what, expected);
const open = async (path: string, session: string) =>
  (await world.data('tab.open', 'tab', 'open', '--url', pages.url(path), '-s', session)).tab;
const create = async (label: string) =>
  (await world.data('session.create', 'session', 'create', '--label', label)).session;
const close = (session: string) => world.data('session.close', 'session', 'close', '-s', session);

describe('the tabs of a session', () => {
  it('have a group with the label of the session, which shows what the session does', async () => {
    const session = await create('Shopping');
    await open('/one', session);
    await shows('it works', [{ title: 'Shopping', color: 'green', tabs: ['One'] }]);
    await shows('it is idle', [{ title: 'Shopping', color: 'blue', tabs: ['One'] }]);
    await world.error('require-human', '--reason', 'Please look', '-s', session);
    await shows('it waits for the user', [{ title: 'Shopping', color: 'orange', tabs: ['One'] }]);
    await world.data('session.resume', 'session', 'resume', '-s', session);
    await shows('it works again', [{ title: 'Shopping', color: 'green', tabs: ['One'] }]);
    await close(session);
    await shows('no group is left', []);
  });

  it('are in the group wherever they came from, and leave it when they are pinned', async () => {
    const session = await create('Reading');
    await open('/one', session);
    await world.data('click', 'click', '--selector', '#go', '-s', session);
    await open('/own', session);
    await shows('all three are in it', [{ title: 'Reading', color: 'blue', tabs: ['One', 'Own', 'Two'] }]);
    await world.data('tab.pin', 'tab', 'pin', '--tab', 't1', '-s', session);
    await shows('the pinned one is not', [{ title: 'Reading', color: 'blue', tabs: ['Own', 'Two'] }]);
    // Long enough for a tab that the user dragged out to be theirs.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await world.data('tab.unpin', 'tab', 'unpin', '--tab', 't1', '-s', session);
    await shows('it is back', [{ title: 'Reading', color: 'blue', tabs: ['One', 'Own', 'Two'] }]);
    expect((await close(session)).closedTabs).toBe(3);
    await shows('no group is left', []);
  });

  it('have groups of different titles for two sessions of the same label', async () => {
    const [first, second] = [await create('Twin'), await create('Twin')];
    await open('/one', first);
    await shows('the first has the label', [{ title: 'Twin', color: 'blue', tabs: ['One'] }]);
    await open('/two', second);
    await shows('the second has its id too', [
      { title: 'Twin', color: 'blue', tabs: ['One'] },
      { title: `Twin · ${second}`, color: 'blue', tabs: ['Two'] },
    ]);
    await close(first);
    await close(second);
  });

  it('turn grey when the daemon stops, and belong to the user once it starts without the session', async () => {
    const session = await create('Ending');
    await open('/own', session);
    await shows('it is there', [{ title: 'Ending', color: 'blue', tabs: ['Own'] }]);
    await world.bproxy('service', 'stop');
    await shows('it is stopped', [{ title: 'Ending', color: 'grey', tabs: ['Own'] }]);
    await world.bproxy('service', 'start');
    await world.connected();
    await shows('the group is gone', []);
    expect((await strip.tabs()).map(({ title }) => title)).toContain('Own');
  });
});

describe('grouping', () => {
  it('brings no tab to the front', async () => {
    const session = await create('Quiet');
    await open('/one', session);
    const front = await browser.newPage();
    await front.goto(pages.url('/own'));
    await front.bringToFront();
    const active = async () => (await strip.tabs()).filter((tab) => tab.active).map(({ id }) => id);
    const before = await active();
    await worker.evaluate(
      'globalThis.activations = 0; chrome.tabs.onActivated.addListener(() => { globalThis.activations += 1; })',
    );
    await world.error('require-human', '--reason', 'Please look', '-s', session);
    await shows('it waits', [{ title: 'Quiet', color: 'orange', tabs: ['One'] }]);
    expect(await active()).toEqual(before);
    expect(await worker.evaluate('globalThis.activations')).toBe(0);
    await close(session);
    await front.close();
  });
});
