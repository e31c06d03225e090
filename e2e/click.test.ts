import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { driveBrowser, pageAt } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

const world = new World();
let pages: Pages;
let context: BrowserContext;
let session: string;

beforeAll(async () => {
  pages = await world.serve({
    '/': html(
      'Start',
      `<a id="go" href="/next">Next</a> <a id="slow" href="/slow">Slow</a>
       <a id="file" href="/file">Download</a> <a id="dead" href="http://127.0.0.1:1/">Dead</a>
       <form action="/next"><button id="send">Send</button></form>
       <button id="count" onclick="this.nextElementSibling.textContent = Number(this.nextElementSibling.textContent) + 1">Count</button><output>0</output>
       <button id="swap">Save</button>
       <button id="spa" onclick="history.pushState({}, '', '/spa'); document.title = 'Spa'">Spa</button>`,
    ),
    '/next': html('Next', '<p>arrived</p>'),
    '/slow': (_request, response) => {
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.end(html('Slow', '<p>at last</p>'));
      }, 2_000);
    },
    '/file': (_request, response) => {
      response.writeHead(200, {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment',
      });
      response.end('bytes');
    },
  });
  await world.install('main');
  context = await driveBrowser(world);
  session = await world.openSession(pages.url('/'));
});

afterAll(() => world.close());

beforeEach(async () => {
  await world.data('navigate', 'navigate', '--url', pages.url('/'), '-s', session);
});

const click = (selector: string) => world.ok('click', 'click', '--selector', selector, '-s', session);
const text = async () => (await world.data('text', 'text', '-s', session)).text;

describe('a click through the whole chain', () => {
  it.each(['#go', '#send'])('on %s, which navigates, succeeds and reports the new page', async (selector) => {
    const answer = await click(selector);
    expect(answer).toMatchObject({
      data: { clicked: true, disappeared: true },
      page: { title: 'Next', state: 'ready', url: expect.stringContaining('/next') },
    });
    expect(await text()).toBe('arrived');
  });

  it('waits for a slow page', async () => {
    const answer = await click('#slow');
    expect(answer).toMatchObject({ data: { clicked: true }, page: { title: 'Slow', state: 'ready' } });
    expect(await text()).toBe('at last');
  });

  it('that stays on the page happens once and says so', async () => {
    const answer = await click('#count');
    expect(answer).toMatchObject({
      data: { clicked: true, disappeared: false, stable: true },
      page: { title: 'Start' },
    });
    expect((await world.data('text', 'text', '--selector', 'output', '-s', session)).text).toBe('1');
  });

  it('that navigates within the page reports the new URL', async () => {
    expect(await click('#spa')).toMatchObject({ page: { url: pages.url('/spa'), title: 'Spa' } });
  });

  it('that starts a download or leads nowhere still succeeds', async () => {
    expect(await click('#file')).toMatchObject({ data: { clicked: true }, page: { title: 'Start' } });
    expect(await click('#dead')).toMatchObject({ data: { clicked: true } });
  });

  it('by a handle never reaches another element in the same place', async () => {
    const { elements } = await world.data('elements', 'elements', '-s', session);
    const handle = elements.find(({ label }) => label === 'Save')?.handle ?? '';
    const page = await pageAt(context, pages.url('/'));
    await page.evaluate(() => {
      const swapped = document.createElement('button');
      swapped.id = 'swap';
      swapped.textContent = 'Delete everything';
      swapped.onclick = () => {
        document.title = 'deleted';
      };
      document.querySelector('#swap')?.replaceWith(swapped);
    });
    expect(await world.error('click', '--element', handle, '-s', session)).toMatchObject({
      code: 'ELEMENT_HANDLE_STALE',
      details: { reason: 'changed', expected: { name: 'Save' }, found: { name: 'Delete everything' } },
    });
    expect(await page.title()).toBe('Start');
  });
});
