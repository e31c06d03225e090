import type { BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { driveBrowser, workerOf } from '../harness/driven-browser.ts';
import { html, type Pages } from '../harness/pages.ts';
import { TabStrip } from '../harness/tab-strip.ts';
import { until, World } from '../harness/world.ts';
import { Display } from './display.ts';

const world = new World();
let pages: Pages;
let display: Display;
let browser: BrowserContext;
let strip: TabStrip;
let session: string;

beforeAll(async () => {
  pages = await world.serve({
    '/one': html('One', '<p>one</p>'),
    '/two': html('Two', '<p>two</p>'),
    '/three': html('Three', '<p>three</p>'),
  });
  display = await Display.open(world);
  await world.install('main');
  browser = await driveBrowser(world, 'main', { screen: display.env });
  await world.connected();
  strip = new TabStrip(await workerOf(browser));
});

afterEach(async () => {
  await world.bproxy('session', 'close', '-s', session);
  await strip.tidy();
});

beforeEach(async () => {
  session = (await world.data('session.create', 'session', 'create', '--label', 'Agent')).session;
  for (const path of ['/one', '/two', '/three']) {
    await world.data('tab.open', 'tab', 'open', '--url', pages.url(path), '-s', session);
  }
  await strip.shows('the group is there', [{ title: 'Agent', color: 'blue', tabs: ['One', 'Three', 'Two'] }]);
});

afterAll(() => world.close());

const names = async () =>
  (await world.data('tab.list', 'tab', 'list', '-s', session)).tabs.map(({ tab, title }) => [tab, title]);
const close = () => world.data('session.close', 'session', 'close', '-s', session);

it('a tab that the user drags out of the group is theirs', async () => {
  await display.drag(await display.tab(strip, 'Two'), { x: 1_150, y: 22 });
  await until('it has left', async () => (await names()).length === 2);
  expect(await names()).toEqual([
    ['t1', 'One'],
    ['t3', 'Three'],
  ]);
  await world.data('session.bind', 'session', 'bind', '--tab', 't1', '-s', session);
  expect(await world.error('session', 'bind', '--tab', 't2', '-s', session)).toMatchObject({
    code: 'TAB_TAKEN',
  });
  expect((await close()).closedTabs).toBe(2);
  expect(await strip.tab('Two')).toMatchObject({ groupId: -1 });
});

it('a tab that the user drags to another window is theirs', async () => {
  await display.drag(await display.tab(strip, 'Three'), { x: 600, y: 500 });
  await until('it has left', async () => (await names()).length === 2);
  expect((await close()).closedTabs).toBe(2);
  await strip.tab('Three');
});

it('a tab that the user drags within its group stays', async () => {
  const { x, y } = await display.tab(strip, 'One');
  await display.drag(await display.tab(strip, 'Three'), { x, y });
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await names()).toHaveLength(3);
  expect((await close()).closedTabs).toBe(3);
});

it('a group that moves to another window as a whole keeps its tabs', async () => {
  const { x } = await display.tab(strip, 'One');
  // The title of the group is to the left of its first tab.
  await display.drag({ x: x - 95, y: 22 }, { x: 600, y: 500 });
  await until('it has moved', async () => {
    const windows = new Set((await strip.tabs()).map(({ windowId }) => windowId));
    return windows.size > 1;
  });
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await names()).toHaveLength(3);
  expect((await close()).closedTabs).toBe(3);
});

it('Ctrl+T beside the tabs of a session opens a tab outside the group', async () => {
  const { x, y } = await display.tab(strip, 'One');
  await display.click({ x, y });
  await display.press('One', 'ctrl+t');
  await until('there is a new tab', async () =>
    (await strip.tabs()).some(({ title }) => title === 'New Tab'),
  );
  expect(await strip.tab('New Tab')).toMatchObject({ groupId: -1 });
  expect((await close()).closedTabs).toBe(3);
});

it('a tab that the user drags into the group is lent, and theirs again when they drag it out', async () => {
  await world.data('tab.close', 'tab', 'close', '--tab', 't3', '-s', session);
  const own = await browser.newPage();
  await own.goto(pages.url('/three'));
  // A tab that is dragged as soon as it is made could be one that the user made in the group.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const { x, y } = await display.tab(strip, 'One');
  // Well within the group: at its end, Chrome may leave the tab outside.
  // A slow machine may miss with the mouse, as a person may.
  await until('it is in the group', async () => {
    await display.drag(await display.tab(strip, 'Three'), { x: x + 90, y });
    await new Promise((resolve) => setTimeout(resolve, 500));
    return (await strip.tab('Three')).groupId >= 0;
  });
  await until('it is lent', async () => (await names()).length === 3);
  const { tabs } = await world.data('tab.list', 'tab', 'list', '-s', session);
  expect(tabs.at(-1)).toMatchObject({ tab: 't4', title: 'Three', borrowed: true });
  await display.drag(await display.tab(strip, 'Three'), { x: 1_150, y: 22 });
  await until('it is theirs', async () => (await names()).length === 2);
  expect(await world.error('session', 'bind', '--tab', 't4', '-s', session)).toMatchObject({
    code: 'TAB_TAKEN',
  });
  expect((await close()).closedTabs).toBe(2);
  await strip.tab('Three');
});
