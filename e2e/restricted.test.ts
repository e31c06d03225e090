import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { driveBrowser, follow, pageAt } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

/** Nothing listens there. */
const REFUSED = 'http://127.0.0.1:2/';
const EMPTY_PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Size 4/Root 1 0 R>>
%%EOF`;

const world = new World();
let pages: Pages;
let context: BrowserContext;
let session: string;
let page: Page;

beforeAll(async () => {
  pages = await world.serve({
    '/': html('Home', '<p>an ordinary page</p>'),
    '/stopped': html('Stopped', '<p>read me</p><img src="/never.png"><script>setTimeout(stop, 300)</script>'),
    '/never.png': (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' }).flushHeaders();
    },
    '/paper.pdf': (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' }).end(EMPTY_PDF);
    },
  });
  await world.install('main');
  context = await driveBrowser(world);
  await world.connected();
});

afterAll(() => world.close());

beforeEach(async () => {
  ({ session } = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/'), '--show'));
  page = await pageAt(context, pages.url('/'));
  return async () => {
    await world.bproxy('session', 'close', '-s', session);
  };
});

/** As by a link, in the tab of the session: bproxy itself refuses to go to most of these. */
async function visit(url: string): Promise<void> {
  await follow(page, url);
  await page.waitForLoadState();
}

const text = () => world.error('text', '-s', session);
const screenshot = () => world.error('screenshot', '-s', session);
const wait = () =>
  world.error('wait', '--strategy', 'selector', '--target', 'body', '--timeout', '400', '-s', session);
const home = () => world.ok('navigate', 'navigate', '--url', pages.url('/'), '-s', session);

describe('a page that Chrome closes to extensions', () => {
  it.each([
    ['chrome://version/', 'chrome'],
    ['chrome://settings/', 'chrome'],
    ['about:blank', 'about'],
    ['view-source:', 'view-source'],
    ['data:text/html,<p>x', 'data'],
  ])('(%s) is reported by every read, and navigating away works', async (url, scheme) => {
    await visit(url === 'view-source:' ? `${url}${pages.url('/')}` : url);
    for (const error of [await text(), await screenshot(), await wait()]) {
      expect(error).toMatchObject({
        code: 'PAGE_RESTRICTED',
        category: 'policy',
        suggestedAction: 'Navigate to an ordinary web page.',
        details: { scheme },
      });
    }
    expect((await home()).data.title).toBe('Home');
    expect((await world.data('text', 'text', '-s', session)).text).toBe('an ordinary page');
  });

  it('is refused as a destination', async () => {
    for (const url of ['chrome://version/', `view-source:${pages.url('/')}`, 'data:text/html,x']) {
      for (const command of [
        ['navigate', '--url', url, '-s', session],
        ['tab', 'open', '--url', url],
      ]) {
        expect(await world.error(...command)).toMatchObject({ code: 'URL_NOT_ALLOWED', retry: 'never' });
      }
    }
    expect((await world.data('text', 'text', '-s', session)).text).toBe('an ordinary page');
  });

  it('is not confused with an address without a scheme, whose error says what to type', async () => {
    for (const [words, typed] of [
      [['tab', 'open', '--url', 'example.com'], 'bproxy tab open --url https://example.com'],
      [
        ['navigate', '--url', 'example.com:8443/a?b=1&c=2', '-s', session],
        `bproxy navigate --url 'https://example.com:8443/a?b=1&c=2' -s ${session}`,
      ],
      [
        ['tab', 'open', '--url', 'localhost:3000', '-s', session],
        `bproxy tab open --url http://localhost:3000 -s ${session}`,
      ],
    ] as const) {
      expect(await world.error(...words)).toMatchObject({
        code: 'URL_NOT_ALLOWED',
        message: 'The address has no scheme, such as https://.',
        suggestedAction: `Run \`${typed}\`.`,
      });
    }
  });

  it('no longer blocks a wait once an ordinary page has loaded', async () => {
    await visit('chrome://version/');
    const args = ['--strategy', 'selector', '--target', 'p', '-s', session];
    const [answer] = await Promise.all([world.data('wait', 'wait', ...args), visit(pages.url('/'))]);
    expect(answer.matched).toBe(true);
  });
});

describe('about:blank', () => {
  it('can be opened as a starting point', async () => {
    expect((await world.ok('navigate', 'navigate', '--url', 'about:blank', '-s', session)).page).toEqual({
      url: 'about:blank',
      title: expect.any(String),
      state: 'ready',
      busy: false,
      foreground: true,
    });
  });
});

describe("the browser's error page", () => {
  it('is distinguished from the site by navigate, by tab open and by every later read', async () => {
    const failed = { code: 'NAVIGATION_FAILED', details: { cause: 'net::ERR_CONNECTION_REFUSED' } };
    expect(await world.error('tab', 'open', '--url', REFUSED)).toMatchObject(failed);
    expect(await world.error('navigate', '--url', REFUSED, '-s', session)).toMatchObject(failed);
    for (const error of [await text(), await wait()]) {
      expect(error).toMatchObject({
        code: 'PAGE_RESTRICTED',
        message: expect.stringContaining('could not be loaded'),
        suggestedAction: expect.stringContaining('navigate again'),
      });
    }
    const { entries } = await world.data('debug.log', 'debug', 'log', '--limit', '2', '-s', session);
    expect(entries).toMatchObject([
      { action: 'text', tab: 't1', result: 'error', errorCode: 'PAGE_RESTRICTED', replay: false },
      { action: 'wait', tab: 't1', result: 'error', errorCode: 'PAGE_RESTRICTED', replay: false },
    ]);
    // Its picture is allowed, and shows the user's view of the failure.
    expect((await world.ok('screenshot', 'screenshot', '-s', session)).page).toMatchObject({
      state: 'error',
    });
    expect((await home()).page.state).toBe('ready');
  });

  it('is not reported for a page whose loading was stopped', async () => {
    await follow(page, pages.url('/stopped'));
    await page.waitForFunction('document.readyState === "complete"');
    expect((await world.data('text', 'text', '-s', session)).text).toBe('read me');
    expect((await world.ok('screenshot', 'screenshot', '-s', session)).page.state).toBe('ready');
  });
});

describe('a PDF', () => {
  it('opens in the viewer, where only a screenshot works', async () => {
    const opened = await world.ok('navigate', 'navigate', '--url', pages.url('/paper.pdf'), '-s', session);
    expect(opened.data.url).toBe(pages.url('/paper.pdf'));
    for (const error of [await text(), await wait()])
      expect(error).toMatchObject({ code: 'PAGE_RESTRICTED' });
    expect((await world.data('screenshot', 'screenshot', '-s', session)).format).toBe('png');
  });
});
