import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { html, type Pages } from './harness/pages.ts';
import { until, World } from './harness/world.ts';

const world = new World();
let pages: Pages;
let session: string;
const received: string[] = [];

beforeAll(async () => {
  pages = await world.serve({
    '/': html(
      'Start',
      `<form action="/done"><input name="q" onchange="this.form.submit()">
        <select name="size" onchange="this.form.submit()"><option>Small</option><option>Large</option></select></form>
       <a id="go" href="/next">Next</a>`,
    ),
    '/guarded': html(
      'Guarded',
      `<a id="go" href="/next">Next</a><script>addEventListener('beforeunload', (event) => event.preventDefault())</script>`,
    ),
    '/done': (request, response) => {
      received.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(html('Done', '<p>thanks</p>'));
    },
    '/next': html('Next', '<p>next</p>'),
    '/kept': html(
      'Kept',
      `<p id="shown">first time</p><button id="count" onclick="shown.textContent = 'clicked'">Count</button>
       <a id="go" href="/back">Away</a>
       <script>addEventListener('pageshow', (event) => {
         if (event.persisted) shown.textContent = 'from the cache';
       })</script>`,
    ),
    '/back': html('Back', '<button id="back" onclick="history.back()">Back</button>'),
  });
  await world.startBrowser();
  session = await world.openSession(pages.url('/'));
});

afterAll(() => world.close());

beforeEach(async () => {
  received.length = 0;
  await world.data('navigate', 'navigate', '--url', pages.url('/'), '-s', session);
});

describe('an action that leaves the page', () => {
  it('happens once and reports the new page when a fill submits its form on change', async () => {
    const how = ['--method', 'paste', '--world', 'isolated'];
    const answer = await world.ok(
      'fill',
      'fill',
      '--selector',
      'input',
      '--value',
      'tea',
      ...how,
      '-s',
      session,
    );
    expect(answer.page).toMatchObject({ title: 'Done', state: 'ready' });
    expect(received).toEqual([expect.stringContaining('q=tea')]);
  });

  it('happens once and reports the new page when a selection submits its form on change', async () => {
    const answer = await world.ok(
      'select',
      'select',
      '--selector',
      'select',
      '--option-text',
      'Large',
      '-s',
      session,
    );
    expect(answer.page).toMatchObject({ title: 'Done', state: 'ready' });
    expect(received).toEqual([expect.stringContaining('size=Large')]);
  });

  it('is answered in time when the page asks before it is left', async () => {
    await world.data('navigate', 'navigate', '--url', pages.url('/guarded'), '-s', session);
    const answer = await world.ok('click', 'click', '--selector', '#go', '-s', session);
    expect(answer.page.title).toBe('Next');
    await world.data('navigate', 'navigate', '--url', pages.url('/guarded'), '-s', session);
    const { title } = await world.data('navigate', 'navigate', '--url', pages.url('/next'), '-s', session);
    expect(title).toBe('Next');
  });
});

describe("a page that returns from Chrome's back/forward cache", () => {
  it('is read and acted on as before', async () => {
    const click = (selector: string) => world.data('click', 'click', '--selector', selector, '-s', session);
    const text = async () => (await world.data('text', 'text', '-s', session)).text;
    await world.data('navigate', 'navigate', '--url', pages.url('/kept'), '-s', session);
    expect(await text()).toContain('first time');
    await click('#go');
    await click('#back');
    await until('the page is back', async () => (await text()).includes('from the cache'));
    await click('#count');
    expect(await text()).toContain('clicked');
  });
});
