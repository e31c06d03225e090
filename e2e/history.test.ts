import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

const world = new World();
let pages: Pages;
let session: string;
let posts = 0;

beforeAll(async () => {
  let loads = 0;
  pages = await world.serve({
    '/one': html(
      'One',
      '<p>one</p><a id="next" href="/two">Two</a><button id="route" onclick="history.pushState(null, \'\', \'/one?more\')">More</button>',
    ),
    '/two': html(
      'Two',
      '<form action="/found"><input name="q" value="tea"><button id="get">Get</button></form><form action="/paid" method="post"><button id="post">Pay</button></form><form id="silent" action="/paid" method="post"></form><button id="script" onclick="silent.submit()">Pay by script</button>',
    ),
    '/found': (_request, response) => {
      loads += 1;
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(html('Found', `<p id="loads">${loads}</p>`));
    },
    '/paid': (request, response) => {
      if (request.method === 'POST') posts += 1;
      response.writeHead(200, { 'content-type': 'text/html' }).end(html('Paid', '<p>paid</p>'));
    },
  });
  await world.startBrowser();
});

beforeEach(async () => {
  session = await world.openSession(pages.url('/one'));
});

afterAll(() => world.close());

const click = (selector: string) => world.data('click', 'click', '--selector', selector, '-s', session);
const text = async (...words: string[]) => (await world.data('text', 'text', ...words, '-s', session)).text;

describe('back and forward', () => {
  it('step through pages that no person has ever used', async () => {
    await click('#next');
    expect(await world.ok('back', 'back', '-s', session)).toMatchObject({
      data: { url: pages.url('/one'), title: 'One', effect: { seen: 'navigation' } },
      page: { url: pages.url('/one'), state: 'ready' },
    });
    expect(await text()).toContain('one');
    expect(await world.data('forward', 'forward', '-s', session)).toMatchObject({ url: pages.url('/two') });
  });

  it('step through the addresses that a page has made by itself', async () => {
    await click('#route');
    expect(await world.data('back', 'back', '-s', session)).toMatchObject({
      url: pages.url('/one'),
      sameDocument: true,
    });
    expect(await world.data('forward', 'forward', '-s', session)).toMatchObject({
      url: pages.url('/one?more'),
      sameDocument: true,
    });
  });

  it('say that there is nothing in that direction', async () => {
    for (const way of ['back', 'forward']) {
      expect(await world.error(way, '-s', session)).toMatchObject({
        code: 'NAVIGATION_FAILED',
        retry: 'never',
        details: { cause: 'no-history' },
      });
    }
    expect(await text()).toContain('one');
  });

  it('make the handles of the page stale that they leave', async () => {
    await click('#next');
    await world.data('back', 'back', '-s', session);
    const { tree } = await world.data('snapshot', 'snapshot', '-s', session);
    const handle = /link "Two" .*\[(el\d+)\]/.exec(tree)?.[1] ?? '';
    await world.data('forward', 'forward', '-s', session);
    expect(await world.error('click', '--element', handle, '-s', session)).toMatchObject({
      code: 'ELEMENT_HANDLE_STALE',
    });
  });
});

describe('reload', () => {
  it('loads the page again', async () => {
    expect(await world.data('reload', 'reload', '-s', session)).toMatchObject({
      url: pages.url('/one'),
      title: 'One',
      effect: { seen: 'navigation' },
    });
    await world.data('reload', 'reload', '--bypass-cache', '-s', session);
  });

  it('loads the answer to a form again that sends its fields in the address', async () => {
    await click('#next');
    await click('#get');
    const before = Number(await text('--selector', '#loads'));
    await world.data('reload', 'reload', '-s', session);
    expect(Number(await text('--selector', '#loads'))).toBe(before + 1);
  });

  it.each(['#post', '#script'])('never sends a form again (%s)', async (button) => {
    await click('#next');
    await click(button);
    const before = posts;
    expect(await world.error('reload', '-s', session)).toMatchObject({
      code: 'WOULD_RESUBMIT',
      retry: 'never',
      suggestedAction: expect.stringContaining('bproxy navigate --url'),
    });
    expect(await text()).toBe('paid');
    expect(posts).toBe(before);
  });
});
