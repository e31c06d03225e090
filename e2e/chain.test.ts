import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, type Pages } from './harness/pages.ts';
import { WHOLE, World } from './harness/world.ts';

const paragraph = 'The quick brown fox, größer & schneller. '.repeat(60).trim();
const bigText = [...Array.from({ length: 2_100 }, () => paragraph), 'The end 🦊'].join('\n');

const world = new World();
let pages: Pages;

beforeAll(async () => {
  pages = await world.serve({
    '/': html('Home', '<h1>Hello</h1><p>one <b>two</b> three</p><p hidden>secret</p>'),
    '/next': html('Next', '<main>Second page</main>'),
    '/big': html('Big', `<p>${bigText.replaceAll('&', '&amp;').replaceAll('\n', '</p><p>')}</p>`),
  });
  await world.startBrowser();
  await world.connected();
});

afterAll(() => world.close());

describe('a session in a real Chromium', () => {
  it('connects by itself, with a daemon that Chrome started', async () => {
    const { daemon, clients } = await world.status();
    expect(daemon.startedBy).toBe('browser');
    expect(clients).toMatchObject([{ browser: expect.stringMatching(/^Chromium \d/), protocolVersion: 1 }]);
    const [link] = world.links();
    expect(link?.command).toContain('chrome-extension://dnfganipegioadnjfbmjndpbmfphjgph/');
    expect(await world.bproxy('service', 'status')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`"pid":${daemon.pid}`),
    });
  });

  it('opens a tab, reads it, navigates, lists its tabs and closes them', async () => {
    const opened = await world.ok('tab.open', 'tab', 'open', '--url', pages.url('/'));
    const { session } = opened.data;
    expect(opened).toMatchObject({
      data: { session: expect.stringMatching(/^[a-z2-7]{6}$/), tab: 't1', bound: true, url: pages.url('/') },
      page: { url: pages.url('/'), title: 'Home', state: 'ready' },
      replay: false,
    });
    expect(await world.data('text', 'text', '-s', session)).toEqual({ text: 'Hello\none two three' });
    expect(
      await world.data('navigate', 'navigate', '--url', pages.url('/next'), '-s', session),
    ).toMatchObject({
      url: pages.url('/next'),
      title: 'Next',
    });
    expect(await world.ok('text', 'text', '--selector', 'main', '-s', session)).toMatchObject({
      data: { text: 'Second page' },
      page: { title: 'Next' },
    });
    expect(await world.data('tab.list', 'tab', 'list', '-s', session)).toEqual({
      session,
      tabs: [{ tab: 't1', url: pages.url('/next'), title: 'Next', bound: true }],
    });
    expect((await world.data('session.list', 'session', 'list')).sessions).toMatchObject([
      { id: session, tab: 't1', paused: false },
    ]);
    expect(await world.data('tab.pin', 'tab', 'pin', '-s', session)).toEqual({ tab: 't1', pinned: true });
    expect(await world.data('tab.unpin', 'tab', 'unpin', '-s', session)).toEqual({
      tab: 't1',
      pinned: false,
    });
    const second = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/'), '-s', session);
    expect(second).toMatchObject({ session, tab: 't2', bound: true });
    expect(await world.data('tab.close', 'tab', 'close', '-s', session)).toEqual({ tab: 't2', closed: true });
    expect(await world.error('text', '-s', session)).toMatchObject({ code: 'TAB_NOT_FOUND' });
    await world.data('session.bind', 'session', 'bind', '--tab', 't1', '--pacing', 'fast', '-s', session);
    expect(await world.data('text', 'text', '-s', session)).toEqual({ text: 'Second page' });
    expect(await world.data('session.close', 'session', 'close', '-s', session)).toEqual({
      session,
      closedTabs: 1,
    });
    expect(await world.error('tab', 'list', '-s', session)).toMatchObject({ code: 'SESSION_NOT_FOUND' });
  });

  it('records a request under one id in debug last, debug log and the log file', async () => {
    const { session } = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/'));
    const { id } = await world.ok('text', 'text', '-s', session);
    const { requests } = await world.data('debug.last', 'debug', 'last', '--count', '5');
    expect(requests.find((request) => request.id === id)).toMatchObject({
      action: 'text',
      session,
      ok: true,
    });
    const { entries } = await world.data('debug.log', 'debug', 'log', '--id', id, '-s', session);
    expect(entries).toMatchObject([
      { id, action: 'text', tab: 't1', result: 'ok', extensionVersion: '0.1.0' },
    ]);
    // Commands that read the records are not recorded.
    for (let times = 0; times < 3; times += 1) {
      const log = await world.data('debug.log', 'debug', 'log', '--limit', '2', '-s', session);
      const last = await world.data('debug.last', 'debug', 'last', '--count', '2');
      for (const asked of [log.entries, last.requests]) {
        expect(asked).toMatchObject([{ action: 'tab.open' }, { action: 'text', id }]);
      }
    }
    const day = new Date().toISOString().slice(0, 10);
    const lines = readFileSync(join(world.home, 'logs', `${day}.log`), 'utf8').split('\n');
    const events = lines.filter((line) => line.includes(id)).map((line) => JSON.parse(line).event);
    expect(
      events.filter((event) => ['received', 'forwarded', 'response'].includes(event)).slice(0, 3),
    ).toEqual(['received', 'forwarded', 'response']);
    await world.bproxy('session', 'close', '-s', session);
  });

  it('refuses a URL that is not a web page, and says what is wrong with a malformed one', async () => {
    for (const url of [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'chrome://settings',
      'data:text/html,x',
      'nonsense',
    ]) {
      expect(await world.error('tab', 'open', '--url', url)).toMatchObject({ code: 'URL_NOT_ALLOWED' });
    }
    expect((await world.status()).sessions).toEqual([]);
  });
});

describe('a 5 MB answer', () => {
  const cli = fileURLToPath(new URL('../cli/dist/bproxy.cjs', import.meta.url));
  let session: string;

  beforeAll(async () => {
    ({ session } = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/big')));
  });

  function read() {
    return spawn(process.execPath, [cli, 'text', ...WHOLE, '-s', session], {
      env: { ...process.env, BPROXY_HOME: world.home },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  it('arrives whole through a slow reader', async () => {
    const child = read();
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      child.stdout.pause();
      setTimeout(() => child.stdout.resume(), 1);
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    const answer = JSON.parse(Buffer.concat(chunks).toString());
    expect(code).toBe(0);
    expect(Buffer.concat(chunks).length).toBeGreaterThan(5_000_000);
    expect(answer.data.text === bigText).toBe(true);
  });

  it('fails cleanly when the reader leaves, as with `head -c`', async () => {
    const child = read();
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.stdout.once('data', () => child.stdout.destroy());
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^The answer could not be written to stdout: its reader has gone\. .* --id \S+ .*\n$/,
    );
  });
});
