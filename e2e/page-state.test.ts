import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

const world = new World();
let pages: Pages;
let session: string;

const answering = (status: number) => (_request: unknown, response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'text/html' }).end(html(`Answer ${status}`, '<p>Sorry</p>'));
};

const BUSY = {
  '/spinner': '<div role="progressbar">Loading</div>',
  '/region': '<main aria-busy="true">Loading</main>',
  '/indeterminate': '<progress></progress>',
  '/on-its-way': '<progress value="30" max="100"></progress>',
};
const AT_REST = {
  '/plain': '<p>Words</p>',
  '/finished': '<progress value="100" max="100"></progress>',
  '/finished-bar': '<div role="progressbar" aria-valuenow="5" aria-valuemax="5">5 of 5</div>',
  '/off-screen': '<div role="progressbar" style="position: absolute; left: -9999px">Loading</div>',
  '/far-below': '<div style="height: 400vh">Words</div><progress></progress>',
};

beforeAll(async () => {
  const shown = Object.entries({ ...BUSY, ...AT_REST });
  pages = await world.serve({
    ...Object.fromEntries(shown.map(([path, body]) => [path, html('Shown', body)])),
    '/': html('Home', '<p id="part">Home</p><a id="lost" href="/404">Lost</a>'),
    '/404': answering(404),
    '/500': answering(500),
    '/moved': (_request, response) => {
      response.writeHead(302, { location: '/500' }).end();
    },
  });
  await world.startBrowser();
  session = await world.openSession(pages.url('/'), '--show');
});

afterAll(() => world.close());

const navigate = (path: string) => world.ok('navigate', 'navigate', '--url', pages.url(path), '-s', session);
const text = () => world.ok('text', 'text', '-s', session);

describe('page.busy', () => {
  it.each([
    ...Object.keys(BUSY).map((path) => [path, true] as const),
    ...Object.keys(AT_REST).map((path) => [path, false] as const),
  ])('of %s is %s in the answers of navigate, a read, a wait and a screenshot', async (path, busy) => {
    const { page } = await navigate(path);
    expect(page).toEqual({
      url: pages.url(path),
      title: 'Shown',
      state: 'ready',
      busy,
      httpStatus: 200,
      visibility: 'visible',
      foreground: true,
    });
    expect((await text()).page).toEqual(page);
    const selector = ['--strategy', 'selector', '--target', 'body'];
    expect((await world.ok('wait', 'wait', ...selector, '-s', session)).page).toEqual(page);
    expect((await world.ok('screenshot', 'screenshot', '-s', session)).page).toEqual(page);
  });
});

describe('page.httpStatus', () => {
  it.each([
    ['/plain', 200],
    ['/404', 404],
    ['/500', 500],
    ['/moved', 500],
  ])('of %s is %i in the answers of navigate and of every read', async (path, httpStatus) => {
    expect((await navigate(path)).page).toMatchObject({ state: 'ready', httpStatus });
    expect((await text()).page).toMatchObject({ state: 'ready', httpStatus });
  });

  it('is in the answer of the click that led there and of the tab that opened there', async () => {
    await navigate('/');
    const { page } = await world.ok('click', 'click', '--selector', '#lost', '-s', session);
    expect(page).toMatchObject({ title: 'Answer 404', httpStatus: 404 });
    const opened = await world.ok('tab.open', 'tab', 'open', '--url', pages.url('/404'), '--show');
    expect(opened.page).toMatchObject({ title: 'Answer 404', httpStatus: 404 });
    await world.bproxy('session', 'close', '-s', opened.data.session);
  });

  it('is absent if no server was involved', async () => {
    const { page } = await world.ok('navigate', 'navigate', '--url', 'about:blank', '-s', session);
    expect(page).not.toHaveProperty('httpStatus');
  });
});

describe('a navigation', () => {
  it('reports that the document stayed if only the fragment changed', async () => {
    expect((await navigate('/')).data).not.toHaveProperty('sameDocument');
    expect((await navigate('/#part')).data).toMatchObject({ url: pages.url('/#part'), sameDocument: true });
    expect((await navigate('/plain#part')).data).not.toHaveProperty('sameDocument');
  });
});
