import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { driveBrowser } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { CLI, until, World } from './harness/world.ts';

const SOON = 600;
const REFUSED = 'http://127.0.0.1:2/';

const world = new World();
let pages: Pages;
let context: BrowserContext;
let session: string;

const later = (script: string) => `<script>setTimeout(() => { ${script} }, ${SOON})</script>`;

beforeAll(async () => {
  pages = await world.serve({
    '/late': html(
      'Late',
      later(`document.body.append(Object.assign(document.createElement('p'), { id: 'new' }))`),
    ),
    '/shadow': html(
      'Shadow',
      `<x-a></x-a>${later(`
        const outer = document.querySelector('x-a').attachShadow({ mode: 'open' });
        outer.innerHTML = '<x-b></x-b>';
        outer.firstChild.attachShadow({ mode: 'open' }).innerHTML = '<button id="deep">Go</button>';`)}`,
    ),
    '/leaves': html('Leaves', later(`location.href = '/next?step=2'`)),
    '/next': html('Next', '<main id="there">Here</main><img src="/slow.png">'),
    '/slow.png': (_request, response) => {
      setTimeout(() => response.writeHead(404).end(), SOON);
    },
    '/to-endless': html('To endless', later(`location.href = '/endless'`)),
    '/endless': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<!doctype html><title>Endless</title><p id="early">first words</p>');
    },
    '/pushes': html('Pushes', later(`history.pushState({}, '', '/pushed#part')`)),
    '/fails': html('Fails', later(`location.href = '${REFUSED}'`)),
  });
  await world.install('main');
  context = await driveBrowser(world);
  await world.connected();
});

afterAll(() => world.close());

beforeEach(async () => {
  ({ session } = await world.data('session.create', 'session', 'create'));
  return async () => {
    await world.bproxy('session', 'close', '-s', session);
  };
});

async function open(path: string): Promise<void> {
  await world.data('tab.open', 'tab', 'open', '--url', pages.url(path), '-s', session);
}

function wait(strategy: string, target: string, timeout = 30_000) {
  const args = ['--strategy', strategy, '--target', target, '--timeout', String(timeout), '-s', session];
  return world.ok('wait', 'wait', ...args);
}

describe('a wait for a selector', () => {
  it('ends when the element appears late', async () => {
    await open('/late');
    expect(await wait('selector', '#new')).toMatchObject({
      data: { matched: true },
      page: { title: 'Late' },
    });
  });

  it('finds the element in nested shadow roots', async () => {
    await open('/shadow');
    expect((await wait('selector', 'button#deep')).data.matched).toBe(true);
  });

  it('continues on the next page', async () => {
    await open('/leaves');
    expect(await wait('selector', '#there')).toMatchObject({
      data: { matched: true },
      page: { url: pages.url('/next?step=2'), title: 'Next' },
    });
  });

  it('works in a page that never finishes loading', async () => {
    await open('/to-endless');
    expect(await wait('selector', '#early')).toMatchObject({
      data: { matched: true },
      page: { url: pages.url('/endless'), state: 'loading' },
    });
  });

  it('reports an element that does not appear as an answer, not an error', async () => {
    await open('/next');
    const { data, page } = await wait('selector', '#nowhere', 500);
    expect(data).toEqual({ matched: false, elapsed: expect.any(Number) });
    expect(data.elapsed).toBeGreaterThanOrEqual(500);
    expect(page).toMatchObject({ url: pages.url('/next'), state: 'ready' });
  });

  it('refuses an invalid selector at once', async () => {
    await open('/next');
    const args = ['--strategy', 'selector', '--target', 'p[', '-s', session];
    expect(await world.error('wait', ...args)).toMatchObject({
      code: 'SCRIPT_ERROR',
      message: '"p[" is not a CSS selector.',
      retry: 'never',
    });
  });

  it('ends when the user closes the tab', async () => {
    await open('/next');
    const args = ['--strategy', 'selector', '--target', '#nowhere', '-s', session];
    const [error] = await Promise.all([world.error('wait', ...args), closeSoon(pages.url('/next'))]);
    expect(error).toMatchObject({ code: 'TAB_NOT_FOUND' });
  });
});

async function closeSoon(url: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, SOON));
  await context
    .pages()
    .find((page) => page.url() === url)
    ?.close();
}

describe('a running wait', () => {
  it('is named by the command that times out behind it, and frees its tab when interrupted', async () => {
    await open('/next');
    const id = `interrupted-${process.pid}`;
    const words = ['wait', '--strategy', 'selector', '--target', '#never'];
    const child = spawn(process.execPath, [CLI, ...words, '--timeout', '60000', '--id', id, '-s', session], {
      env: { ...process.env, BPROXY_HOME: world.home },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    await until('the wait runs', () =>
      world.log().some((line) => line['event'] === 'forwarded' && line['id'] === id),
    );
    expect(await world.error('text', '--timeout', '2000', '-s', session)).toMatchObject({
      code: 'TIMEOUT',
      retry: 'safe',
      message: expect.stringMatching(/^The request waited \d+ ms behind wait in the same tab/),
      details: { waitedBehind: 'wait', waitedMs: expect.any(Number) },
    });
    child.kill('SIGINT');
    await ended;
    // Behind a wait of a minute it would time out.
    await world.ok('text', 'text', '--timeout', '20000', '-s', session);
  });
});

describe('a wait for a URL', () => {
  it('matches the exact URL of another document', async () => {
    await open('/leaves');
    expect((await wait('url', pages.url('/next?step=2'))).data.matched).toBe(true);
  });

  it('matches a pattern within the same document', async () => {
    await open('/pushes');
    expect(await wait('url', '*/pushed*')).toMatchObject({
      data: { matched: true },
      page: { url: pages.url('/pushed#part') },
    });
  });

  it('matches a part of the URL, but a complete URL only exactly', async () => {
    await open('/next');
    expect((await wait('url', '/next')).data.matched).toBe(true);
    expect((await wait('url', '/elsewhere', 300)).data.matched).toBe(false);
    expect((await wait('url', pages.url('/nex'), 300)).data.matched).toBe(false);
  });
});

describe('a wait for a navigation', () => {
  it('ends when the page has loaded', async () => {
    await open('/leaves');
    expect(await wait('navigation', pages.url('/next?*'))).toMatchObject({
      data: { matched: true },
      page: { url: pages.url('/next?step=2'), state: 'ready', busy: false },
    });
    // Already there.
    expect((await wait('navigation', pages.url('/next?step=2'))).data.matched).toBe(true);
  });

  it('does not end while the page loads', async () => {
    await open('/to-endless');
    expect(await wait('navigation', pages.url('/endless'), 2_500)).toMatchObject({
      data: { matched: false },
      page: { url: pages.url('/endless'), state: 'loading', busy: true },
    });
  });

  it('does not end on an error page', async () => {
    await open('/fails');
    expect(await wait('navigation', REFUSED, 2_500)).toMatchObject({
      data: { matched: false },
      page: { url: REFUSED, state: 'error' },
    });
  });
});
