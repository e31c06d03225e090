import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { driveBrowser, workerOf } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { until, World } from './harness/world.ts';

const world = new World();
let pages: Pages;
let context: BrowserContext;
let session: string;
/** Runs while a click on "Ask" has not ended. */
let atClick = () => {};

const CLICK = ['click', '--selector', '#add'];

beforeAll(async () => {
  pages = await world.serve({
    '/': html(
      'Counter',
      `<button id="add" onclick="count.textContent = Number(count.textContent) + 1">Add</button>
       <output id="count">0</output>
       <button id="ask" onclick="const ask = new XMLHttpRequest(); ask.open('GET', '/asked', false); ask.send()">Ask</button>`,
    ),
    '/asked': (_request, response) => {
      atClick();
      response.end();
    },
  });
  await world.install('main');
  context = await driveBrowser(world);
  session = await world.openSession(pages.url('/'));
});

afterAll(() => world.close());

const count = async () =>
  Number((await world.data('text', 'text', '-s', session, '--selector', '#count')).text);

/** Waits for a connection that is newer than the last one. */
async function reconnected(since: number): Promise<void> {
  await until('the browser is connected again', async () => {
    const { code, stdout } = await world.bproxy('status');
    return code === 0 && (JSON.parse(stdout).data.clients[0]?.connectedAt ?? 0) > since;
  });
}

describe('a command that is repeated with its --id', () => {
  it('clicks once and gets the first answer, and another command under its id is refused', async () => {
    const first = await world.ok('click', ...CLICK, '-s', session, '--id', 'first-click');
    expect(first).toMatchObject({ id: 'first-click', replay: false });
    expect(await world.ok('click', ...CLICK, '-s', session, '--id', 'first-click')).toEqual({
      ...first,
      replay: true,
    });
    expect(await count()).toBe(1);
    expect(
      await world.error('hover', '--selector', '#add', '-s', session, '--id', 'first-click'),
    ).toMatchObject({
      code: 'BAD_REQUEST',
      details: { issues: [{ path: 'id' }] },
    });
    await world.ok('click', ...CLICK, '-s', session);
    expect(await count()).toBe(2);
  });

  it('clicks if the first try never ran', async () => {
    const nowhere = await world.error(...CLICK, '-s', 'aaaaaa', '--id', 'not-yet-run');
    expect(nowhere.code).toBe('SESSION_NOT_FOUND');
    const before = await count();
    await world.ok('click', ...CLICK, '-s', session, '--id', 'not-yet-run');
    expect(await count()).toBe(before + 1);
  });

  it('relies on Chrome to store a value before a page receives a message sent after it', async () => {
    const worker = await workerOf(context);
    const unheard = await worker.evaluate(`(async () => {
      const { session } = chrome.storage;
      const [{ id: tabId }] = await chrome.tabs.query({ url: ${JSON.stringify(pages.url('/'))} });
      await session.setAccessLevel({ accessLevel: 'TRUSTED_AND_UNTRUSTED_CONTEXTS' });
      const listen = () =>
        chrome.runtime.onConnect.addListener((port) => {
          if (port.name !== 'probe') return;
          port.onMessage.addListener((probe) => {
            chrome.storage.session.get(probe).then((found) => port.postMessage(probe in found));
          });
        });
      await chrome.scripting.executeScript({ target: { tabId }, func: listen });
      const port = chrome.tabs.connect(tabId, { name: 'probe' });
      const isThere = (probe) =>
        new Promise((resolve) => {
          port.onMessage.addListener(function take(found) {
            port.onMessage.removeListener(take);
            resolve(found);
          });
          port.postMessage(probe);
        });
      const probes = Array.from({ length: 200 }, (_, index) => 'probe:' + index);
      const missing = [];
      for (const probe of probes) {
        session.set({ [probe]: true });
        if (!(await isThere(probe))) missing.push(probe);
      }
      port.disconnect();
      await session.remove(probes);
      await session.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });
      return missing;
    })()`);
    expect(unheard).toEqual([]);
  });

  it('is recognised by the extension alone after the daemon was killed, even as another command', async () => {
    const open = ['tab', 'open', '--url', pages.url('/')];
    const first = await world.ok('tab.open', ...open, '--id', 'opened-once');
    const before = await world.status();
    process.kill(before.daemon.pid, 'SIGKILL');
    await reconnected(before.clients[0]?.connectedAt ?? 0);
    const again = await world.ok('tab.open', ...open, '--id', 'opened-once');
    expect(again).toMatchObject({ replay: true, data: { url: first.data.url } });
    expect(context.pages().filter((page) => page.url() === pages.url('/'))).toHaveLength(2);
    expect(await world.error('tab', 'open', '--url', 'about:blank', '--id', 'opened-once')).toMatchObject({
      code: 'BAD_REQUEST',
    });
    session = again.data.session;
  });

  it('does not run again when neither the daemon nor the reloaded extension has its answer', async () => {
    const open = ['tab', 'open', '--url', pages.url('/')];
    await world.ok('tab.open', ...open, '--id', 'never-twice');
    const before = await world.status();
    const worker = await workerOf(context);
    await worker.evaluate('setTimeout(() => chrome.runtime.reload(), 50)').catch(() => {});
    await sleep(200);
    process.kill(before.daemon.pid, 'SIGKILL');
    await reconnected(before.clients[0]?.connectedAt ?? 0);
    const tabs = context.pages().length;
    expect(await world.error(...open, '--id', 'never-twice')).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(context.pages()).toHaveLength(tabs);
  });
});

describe('a command whose daemon dies', () => {
  it('says that the outcome is unknown and gives the id to repeat it with', async () => {
    const { daemon, clients } = await world.status();
    atClick = () => process.kill(daemon.pid, 'SIGKILL');
    const ask = ['click', '--selector', '#ask', '-s', session, '--id', 'lost-on-the-way'];
    const { code, stdout, stderr } = await world.bproxy(...ask);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('may have happened');
    expect(stderr).toContain('--id lost-on-the-way');
    await reconnected(clients[0]?.connectedAt ?? 0);
  });

  it('says that nothing was sent if there was no daemon', async () => {
    await world.bproxy('service', 'stop');
    const { code, stderr } = await world.bproxy(...CLICK, '-s', session);
    expect(code).toBe(2);
    expect(stderr).toContain('not running, so nothing was sent');
  });
});
