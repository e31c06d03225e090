import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { driveBrowser, openPopup, workerOf } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { TabStrip } from './harness/tab-strip.ts';
import { until, World } from './harness/world.ts';

/** Set to a folder to look at the pictures. */
const PICTURES = process.env['BPROXY_PICTURES'];

const world = new World();
const filling = [
  'fill',
  '--selector',
  '#field',
  '--value',
  'Hello',
  '--method',
  'direct',
  '--world',
  'isolated',
];

let pages: Pages;
let browser: BrowserContext;
let strip: TabStrip;
let popup: Page;

beforeAll(async () => {
  pages = await world.serve({
    '/mail': html('Mail', '<p>the letter</p><input id="field"><a id="go" href="/next">next</a>'),
    '/next': html('Next', '<p>the next page</p>'),
    '/bank': html('Bank', '<p>1,000,000</p>'),
    '/work': html('Work', '<p>work</p>'),
  });
  await world.install('main');
  browser = await driveBrowser(world);
  await world.connected();
  strip = new TabStrip(await workerOf(browser));
  popup = await openPopup(browser);
});

afterEach(async () => {
  const { sessions } = await world.data('session.list', 'session', 'list');
  for (const { id } of sessions) await world.bproxy('session', 'close', '-s', id);
  for (const page of browser.pages()) if (page !== popup && page.url().startsWith('http')) await page.close();
});

afterAll(() => world.close());

/** A tab of the user's, in front. */
async function usersTab(path: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(pages.url(path));
  await page.bringToFront();
  return page;
}

/** The popup is a tab in the background here: it is about the tab in front, as it is in its own window. */
const text = (selector: string) =>
  popup.evaluate(
    (wanted) =>
      Array.from(document.querySelectorAll<HTMLElement>(wanted))
        .filter((each) => each instanceof HTMLOptionElement || each.checkVisibility())
        .map((each) => each.innerText)
        .join('\n'),
    selector,
  );
const says = (selector: string, words: string) =>
  until(`the popup says ${words}`, async () => (await text(selector)).includes(words));
const press = (selector: string) =>
  popup.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)?.click(), selector);

async function picture(name: string): Promise<void> {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await popup.bringToFront();
  // In front, it would be about itself. Without an answer it stays as it is.
  await popup.evaluate('chrome.tabs.query = () => new Promise(() => {})');
  for (const colorScheme of ['light', 'dark'] as const) {
    await popup.emulateMedia({ colorScheme });
    await popup.screenshot({ path: join(PICTURES, `${name}-${colorScheme}.png`) });
  }
}

async function lend(to: string, { readOnly = false } = {}): Promise<void> {
  await until('the session can be chosen', () =>
    popup.evaluate((value) => {
      const choice = document.querySelector<HTMLSelectElement>('#lend-to');
      if (choice) choice.value = value;
      return choice?.value === value && choice.checkVisibility();
    }, to),
  );
  await popup.evaluate((checked) => {
    const box = document.querySelector<HTMLInputElement>('#lend-read-only');
    if (box) box.checked = checked;
  }, readOnly);
  await press('#lend-form button');
}

const create = async (label: string) => {
  const { clients } = await world.status();
  const args = ['--label', label, '--browser', clients[0]?.label ?? ''];
  return (await world.data('session.create', 'session', 'create', ...args)).session;
};
const tabs = async (session: string) => (await world.data('tab.list', 'tab', 'list', '-s', session)).tabs;
const has = (session: string, count: number) =>
  until(`the session has ${count} tabs`, async () => (await tabs(session)).length === count);
const read = (session: string) => world.data('text', 'text', '-s', session);

describe('a tab that the user lends', () => {
  it('to a session joins it, can be read and acted in, and is never closed', async () => {
    const session = await create('Reading');
    const page = await usersTab('/mail');
    await says('#lend-state', 'Mail');
    await lend(session);
    await has(session, 1);
    expect(await tabs(session)).toEqual([
      { tab: 't1', url: pages.url('/mail'), title: 'Mail', bound: true, borrowed: true },
    ]);
    expect((await read(session)).text).toContain('the letter');
    await world.data('fill', ...filling, '-s', session);
    expect(await page.inputValue('#field')).toBe('Hello');
    await says('#lend-state', 'Lent to Reading.');
    expect(await world.error('tab', 'close', '-s', session)).toMatchObject({ code: 'TAB_BORROWED' });
    await strip.shows('it is in the group', [{ title: 'Reading', color: 'green', tabs: ['Mail'] }]);
    expect(await world.data('session.close', 'session', 'close', '-s', session)).toEqual({
      session,
      closedTabs: 0,
      returnedTabs: ['t1'],
    });
    expect(page.isClosed()).toBe(false);
    expect(await strip.tab('Mail')).toMatchObject({ groupId: -1, active: true });
  });

  it('to a new session makes one, which session list shows', async () => {
    await usersTab('/next');
    // Until then the popup is about the tab of the test before.
    await says('#lend-state', 'Next');
    await lend('');
    let session = '';
    await until('there is a session', async () => {
      const { sessions } = await world.data('session.list', 'session', 'list');
      session = sessions[0]?.id ?? '';
      return session !== '';
    });
    expect(await tabs(session)).toMatchObject([{ tab: 't1', borrowed: true, bound: true }]);
    await says('#lend-state', `Lent to ${session}.`);
  });

  it('for reading only is read, and refuses everything that changes something', async () => {
    const session = await create('Reading');
    const page = await usersTab('/mail');
    await lend(session, { readOnly: true });
    await has(session, 1);
    expect(await tabs(session)).toMatchObject([{ borrowed: true, readOnly: true }]);
    expect((await read(session)).text).toContain('the letter');
    for (const words of [
      ['click', '--selector', '#go'],
      filling,
      ['scroll', '--by', '10'],
      ['navigate', '--url', pages.url('/next')],
      ['tab', 'pin'],
    ]) {
      expect(await world.error(...words, '-s', session)).toMatchObject({ code: 'TAB_READ_ONLY' });
    }
    expect(await page.inputValue('#field')).toBe('');
    await says('#lend-state', 'Lent to Reading, for reading only.');
    expect(await world.data('tab.return', 'tab', 'return', '-s', session)).toEqual({
      tab: 't1',
      returned: true,
    });
  });

  it('goes back to its place, with what changed, and then belongs to no session', async () => {
    const session = await create('Reading');
    await world.data('tab.open', 'tab', 'open', '--url', pages.url('/work'), '-s', session);
    const page = await usersTab('/mail');
    const before = await strip.tab('Mail');
    await lend(session);
    await has(session, 2);
    await strip.shows('it is in the group', [{ title: 'Reading', color: 'blue', tabs: ['Mail', 'Work'] }]);
    await world.data('session.bind', 'session', 'bind', '--tab', 't2', '-s', session);
    await world.data('click', 'click', '--selector', '#go', '-s', session);
    await page.waitForURL('**/next');
    expect(await world.data('tab.return', 'tab', 'return', '--tab', 't2', '-s', session)).toEqual({
      tab: 't2',
      returned: true,
      changed: ['url'],
    });
    const { windowId, index, pinned, groupId } = before;
    expect(await strip.tab('Next')).toMatchObject({ windowId, index, pinned, groupId });
    expect(await world.error('session', 'bind', '--tab', 't2', '-s', session)).toMatchObject({
      code: 'TAB_HANDLE_NOT_FOUND',
    });
    expect(await world.error('tab', 'return', '--tab', 't1', '-s', session)).toMatchObject({
      code: 'TAB_NOT_BORROWED',
    });
  });

  it('is theirs again when they take it back, and may be lent once more', async () => {
    const session = await create('Reading');
    await usersTab('/mail');
    await lend(session);
    await has(session, 1);
    await says('#lend-state', 'Lent to Reading.');
    await press('#take-back');
    await has(session, 0);
    expect(await world.error('text', '-s', session)).toMatchObject({ code: 'TAB_TAKEN' });
    await says('#lend-state', 'Mail');
    await lend(session);
    await has(session, 1);
    expect(await tabs(session)).toMatchObject([{ tab: 't2', borrowed: true }]);
  });

  it('is theirs again when they go to another address in it', async () => {
    const session = await create('Reading');
    const page = await usersTab('/mail');
    await lend(session);
    await has(session, 1);
    // Playwright's way to load a page counts as a typed address.
    await page.goto(pages.url('/bank'));
    await has(session, 0);
    expect(await world.error('text', '-s', session)).toMatchObject({ code: 'TAB_TAKEN' });
  });

  it('cannot be a page that Chrome keeps to itself, nor the tab of a session', async () => {
    const session = await create('Reading');
    await world.data('tab.open', 'tab', 'open', '--url', pages.url('/work'), '-s', session);
    const work = browser.pages().find((page) => page.url() === pages.url('/work'));
    await work?.bringToFront();
    await says('#lend-state', 'Reading opened this tab and works in it.');
    expect(await text('#lend-form')).toBe('');
    const own = await browser.newPage();
    await own.goto('chrome://version');
    await own.bringToFront();
    await says('#lend-state', 'Chrome lets no extension into this page, so it cannot be lent.');
    expect(await text('#lend-form')).toBe('');
    await own.close();
  });
});

describe('a session that asks for a tab', () => {
  const asked = async (session: string, ...more: string[]) =>
    world.error('tab', 'request', '--reason', 'To read your letter', ...more, '-s', session);

  it('waits, and learns nothing of the tabs that the user may choose from', async () => {
    const session = await create('Reading');
    await usersTab('/bank');
    await usersTab('/mail');
    const error = await asked(session, '--host', '127.0.0.1');
    expect(error).toMatchObject({
      code: 'HUMAN_REQUIRED',
      message: 'To read your letter',
      details: { kind: 'lend', reason: 'To read your letter', host: '127.0.0.1' },
    });
    await says('#asks', 'Reading asks for a tab of 127.0.0.1:');
    expect(await text('#asks')).toContain('To read your letter');
    expect(await text('#asks option')).toMatch(/Mail|Bank/);
    expect(JSON.stringify([error, await tabs(session), world.log()])).not.toMatch(/Mail|Bank|\/mail|\/bank/);
    expect(await world.error('tab', 'open', '--url', pages.url('/work'), '-s', session)).toMatchObject({
      code: 'HUMAN_REQUIRED',
    });
    await popup.evaluate(() => {
      const choice = document.querySelector<HTMLSelectElement>('#asks select');
      const mail = Array.from(choice?.options ?? []).find((option) => option.text.startsWith('Mail'));
      if (choice && mail) choice.value = mail.value;
    });
    await press('#asks button[value="lend"]');
    await has(session, 1);
    expect((await read(session)).text).toContain('the letter');
    await until('the ask is gone', async () => (await text('#asks')) === '');
    expect(world.log()).toContainEqual(
      expect.objectContaining({ event: 'pause_ended', session, by: 'the loan of a tab' }),
    );
  });

  it('goes on without one when the user says no', async () => {
    const session = await create('Reading');
    await usersTab('/mail');
    await asked(session);
    await says('#asks', 'Reading asks for one of your tabs:');
    await press('#asks button[value="no"]');
    await until('it goes on', async () => {
      const { sessions } = await world.data('session.list', 'session', 'list');
      return sessions.every(({ paused }) => !paused);
    });
    expect(await tabs(session)).toEqual([]);
    await until('the ask is gone', async () => (await text('#asks')) === '');
  });

  it('goes on without one after session resume', async () => {
    const session = await create('Reading');
    await usersTab('/mail');
    await asked(session);
    await says('#asks', 'Reading asks');
    await world.data('session.resume', 'session', 'resume', '-s', session);
    await until('the ask is gone', async () => (await text('#asks')) === '');
    expect(await tabs(session)).toEqual([]);
  });

  it('is shown in the badge and in a notification until it is over', async () => {
    const session = await create('Reading');
    await usersTab('/mail');
    const worker = await workerOf(browser);
    const calls = async () => [
      await worker.evaluate<string>('chrome.action.getBadgeText({})'),
      Object.keys(await worker.evaluate<object>('chrome.notifications.getAll()')),
    ];
    await asked(session, '--host', '127.0.0.1');
    await until('the user is called', async () => (await calls())[0] === 'you');
    expect(await calls()).toEqual(['you', [`lend:${session}`]]);
    await says('#asks', 'Reading asks');
    await picture('asks');
    await popup.reload();
    await world.data('session.resume', 'session', 'resume', '-s', session);
    await until('nobody is called', async () => JSON.stringify(await calls()) === '["",[]]');
  });
});
