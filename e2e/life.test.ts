import { existsSync, readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { driveBrowser, workerOf } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { until, World } from './harness/world.ts';

let world: World;
let pages: Pages;

beforeEach(async () => {
  world = new World();
  pages = await world.serve({ '/': html('Home', '<p>here</p>'), '/two': html('Two', '<p>two</p>') });
});

afterEach(() => world.close());

/** The files of a home when nothing runs; from Node 22 on also the compiled CLI. */
function homeFiles(): string[] {
  return readdirSync(world.home)
    .filter((name) => name !== 'cache')
    .sort();
}

describe('the chain', () => {
  it('reattaches after `service stop` and `service start` with Chrome open', async () => {
    await world.startBrowser();
    const before = await world.connected();
    expect(JSON.parse((await world.bproxy('service', 'stop')).stdout)).toEqual({ running: false });
    const stopped = await world.bproxy('status');
    expect(stopped).toMatchObject({ code: 2, stdout: '' });
    expect(stopped.stderr).toContain('Run `bproxy service start`');
    // The one that is open starts no daemon after a stop.
    expect(stopped.stderr).not.toContain('start the browser');
    expect(world.links()).toHaveLength(1);
    const started = JSON.parse((await world.bproxy('service', 'start')).stdout);
    expect(started).toEqual({ running: true, pid: expect.any(Number), port: expect.any(Number) });
    const after = await world.connected();
    expect(after.daemon).toMatchObject({ pid: started.pid, startedBy: 'service' });
    expect(after.clients[0]?.id).toBe(before.clients[0]?.id);
    const { session } = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/'));
    expect(await world.data('text', 'text', '-s', session)).toEqual({ text: 'here' });
    const restarted = JSON.parse((await world.bproxy('service', 'restart')).stdout);
    expect(restarted).toMatchObject({ running: true });
    expect(restarted.pid).not.toBe(started.pid);
    await world.connected();
  });

  it('restarts a crashed daemon with its sessions', async () => {
    await world.startBrowser();
    const { daemon } = await world.connected();
    const { session, tmpDir } = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/'));
    const paused = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/two'));
    await world.error('require-human', '--reason', 'Look', '-s', paused.session);
    process.kill(daemon.pid, 'SIGKILL');
    const after = await world.connected();
    expect(after.daemon.pid).not.toBe(daemon.pid);
    expect(existsSync(tmpDir)).toBe(true);
    expect(await world.data('text', 'text', '-s', session)).toEqual({ text: 'here' });
    expect(await world.error('text', '-s', paused.session)).toMatchObject({ code: 'HUMAN_REQUIRED' });
    for (const id of [session, paused.session]) {
      expect(await world.data('session.close', 'session', 'close', '-s', id)).toMatchObject({
        closedTabs: 1,
      });
    }
  });

  it('keeps sessions over a restart, and leaves their tabs to the user after a stop', async () => {
    await world.install('main');
    const browser = await driveBrowser(world);
    await world.connected();
    const { session } = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/'));
    const worker = await workerOf(browser);
    const owned = () =>
      worker.evaluate<unknown>('chrome.storage.session.get("ownedTabs").then((all) => all.ownedTabs.length)');
    await world.bproxy('service', 'restart');
    await world.connected();
    expect(await world.data('text', 'text', '-s', session)).toEqual({ text: 'here' });
    expect(await owned()).toBe(1);

    await world.bproxy('service', 'stop');
    await world.bproxy('service', 'start');
    await world.connected();
    expect(await world.error('text', '-s', session)).toMatchObject({ code: 'SESSION_NOT_FOUND' });
    await until('the tab is no longer ours', async () => (await owned()) === 0);
    expect(browser.pages().map((page) => page.url())).toContain(pages.url('/'));
  });

  it('restarts a killed link', async () => {
    await world.startBrowser();
    const { daemon, clients } = await world.connected();
    const { session } = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/'));
    for (const { pid } of world.links()) process.kill(pid, 'SIGKILL');
    await until('the old link is noticed and a new one is there', async () => {
      const { clients: now } = await world.status();
      return now.length === 1 && now[0]?.connectedAt !== clients[0]?.connectedAt;
    });
    expect((await world.status()).daemon.pid).toBe(daemon.pid);
    expect(await world.data('text', 'text', '-s', session)).toEqual({ text: 'here' });
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'ends the links at once and the daemon after its grace period when Chrome ends by %s',
    async (signal) => {
      const browser = await world.startBrowser();
      const { daemon } = await world.connected();
      await browser.quit(signal);
      await until('no link is left', () => world.links().length === 0, 3_000);
      expect(() => process.kill(daemon.pid, 0)).not.toThrow();
      await until('no process is left', () => world.processes().length === 0);
      expect(homeFiles()).toEqual(['bin', 'config.json', 'install.json', 'logs']);
    },
  );

  it('forgets old tabs after a browser restart and never uses another tab instead', async () => {
    await world.bproxy('service', 'start');
    const browser = await world.startBrowser();
    await world.connected();
    const { session } = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/'));
    await browser.quit();
    await until('the daemon noticed', async () => (await world.status()).clients.length === 0);
    const away = await world.error('text', '-s', session);
    expect(away).toMatchObject({ code: 'NO_EXTENSION', message: expect.stringContaining('Chromium') });
    await world.startBrowser();
    await world.connected();
    expect(await world.error('text', '-s', session)).toMatchObject({ code: 'TAB_NOT_FOUND' });
    const again = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/two'), '-s', session);
    expect(again.tab).toBe('t2');
    expect(await world.data('text', 'text', '-s', session)).toEqual({ text: 'two' });
  });

  it('is uninstalled without a trace', async () => {
    const browser = await world.startBrowser();
    await world.connected();
    await browser.quit();
    await until('no process is left', () => world.processes().length === 0);
    const { code, stdout } = await world.bproxy('uninstall');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
    expect(homeFiles()).toEqual(['config.json', 'logs']);
    expect(readdirSync(world.profile('main'))).not.toContain('NativeMessagingHosts');
  });
});
