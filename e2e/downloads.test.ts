import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXTENSION } from './harness/chromium.ts';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

const REPORT = 'day,tea\nMonday,2\n';

const PAGE = html(
  'Reports',
  `<a id="sent" href="/report.csv">Report</a>
   <a id="named" href="/inline.csv" download="named.csv">Save</a>
   <a id="risky" href="/setup.crx">Setup</a>`,
);

const attachment =
  (name: string, type = 'text/csv') =>
  (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
    });
    response.end(REPORT);
  };

const PAGES = {
  '/': PAGE,
  '/report.csv': attachment('report.csv'),
  // Chrome holds back extensions from elsewhere than its store.
  '/setup.crx': attachment('setup.crx', 'application/x-chrome-extension'),
  '/inline.csv': (_request: IncomingMessage, response: ServerResponse) => response.end(REPORT),
};

async function browserWith(world: World, options: { extension?: string } = {}) {
  const downloads = join(world.dir, 'downloads');
  mkdirSync(downloads);
  const pages = await world.serve(PAGES);
  await world.startBrowser('main', { downloads, ...options });
  return { downloads, pages };
}

describe('a download that bproxy may not see', () => {
  const world = new World();
  let pages: Pages;
  let session: string;

  beforeAll(async () => {
    ({ pages } = await browserWith(world));
    session = await world.openSession(pages.url('/'));
  });

  afterAll(() => world.close());

  it('is reported as probable, by a click and by navigate', async () => {
    const { effect } = await world.data('click', 'click', '--selector', '#sent', '-s', session);
    expect(effect).toMatchObject({
      download: 'likely',
      hint: expect.stringContaining(`\`bproxy download list -s ${session}\``),
    });
    expect(await world.error('navigate', '--url', pages.url('/report.csv'), '-s', session)).toMatchObject({
      code: 'NAVIGATION_FAILED',
      details: { cause: 'net::ERR_ABORTED', download: 'likely' },
      suggestedAction: expect.stringContaining('bproxy download list'),
    });
  });

  it('is listed only when the user has allowed it', async () => {
    const error = {
      code: 'PERMISSION_NEEDED',
      suggestedAction: expect.stringContaining('Let bproxy see downloads'),
    };
    expect(await world.error('download', 'list', '-s', session)).toMatchObject(error);
    expect(await world.error('wait', '--strategy', 'download', '-s', session)).toMatchObject(error);
  });
});

/** Chrome's question cannot be answered without a screen: e2e/headed answers it. Here the manifest asks for it. */
function allowedExtension(world: World): string {
  const folder = join(world.dir, 'extension');
  cpSync(EXTENSION, folder, { recursive: true });
  const file = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  manifest.permissions.push('downloads');
  writeFileSync(file, JSON.stringify(manifest));
  return folder;
}

describe('a download that bproxy may see', () => {
  const world = new World();
  let pages: Pages;
  let downloads: string;

  beforeAll(async () => {
    ({ pages, downloads } = await browserWith(world, { extension: allowedExtension(world) }));
  });

  afterAll(() => world.close());

  /** In a tab of its own: Chrome asks the user before it lets a page begin a second download without them. */
  async function clicked(selector: string, host = '127.0.0.1'): Promise<string> {
    const session = await world.openSession(pages.url('/').replace('127.0.0.1', host));
    await world.ok('click', 'click', '--selector', selector, '-s', session);
    return session;
  }
  const waitForIt = (session: string) =>
    world.data('wait', 'wait', '--strategy', 'download', '--timeout', '10000', '-s', session);
  const listed = (session: string) => world.data('download.list', 'download', 'list', '-s', session);

  it('is waited for after the click that began it, and belongs to the session for sure', async () => {
    const session = await clicked('#sent');
    const path = join(downloads, 'report.csv');
    const report = { path, bytes: REPORT.length, state: 'complete', danger: 'safe', attribution: 'sure' };
    expect(await waitForIt(session)).toMatchObject({ matched: true, downloads: [report] });
    expect(readFileSync(path, 'utf8')).toBe(REPORT);
    expect(await listed(session)).toMatchObject({ downloads: [report] });
  });

  it('is likely to belong to it if it only fits the site', async () => {
    const session = await clicked('#named');
    const named = { path: join(downloads, 'named.csv'), state: 'complete', attribution: 'likely' };
    expect(await waitForIt(session)).toMatchObject({ matched: true, downloads: [named] });
  });

  it('of another session on another site is not shown', async () => {
    const session = await clicked('#sent', 'localhost');
    const other = await world.openSession(pages.url('/'));
    await world.ok('scroll', 'scroll', '-s', other);
    expect((await waitForIt(session)).matched).toBe(true);
    expect(await listed(other)).toEqual({ downloads: [] });
  });

  it('that Chrome holds back as dangerous needs the user', async () => {
    const session = await clicked('#risky');
    const words = ['wait', '--strategy', 'download', '--timeout', '10000', '-s', session];
    expect(await world.error(...words)).toMatchObject({
      code: 'HUMAN_REQUIRED',
      details: { kind: 'download' },
    });
  });
});
