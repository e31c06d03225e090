import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, type Pages } from './harness/pages.ts';
import { until, World } from './harness/world.ts';

const world = new World();
let pages: Pages;
let session: string;

/** The same server under another name: another site to Chrome. */
const elsewhere = (path: string) => pages.url(path).replace('127.0.0.1', 'localhost');

const frame = (title: string, src: string) =>
  `<iframe title="${title}" src="${src}" width="300" height="100" style="border:0"></iframe>`;

const goesTo = (path: string) => html('On its way', `<script>location.replace('${path}')</script>`);

beforeAll(async () => {
  pages = await world.serve({
    '/': (_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        html(
          'Frames',
          `<button>Before</button><div hidden>${frame('Hidden', elsewhere('/hidden'))}</div>
          ${frame('Stays', elsewhere('/stays'))}${frame('Goes', elsewhere('/one'))}
          ${frame('Swaps', elsewhere('/two'))}${frame('Own', '/own')}<x-part></x-part>
          <script>document.querySelector('x-part').attachShadow({ mode: 'open' }).innerHTML =
            ${JSON.stringify(frame('In a part', elsewhere('/part')))}</script>`,
        ),
      );
    },
    '/hidden': html('Hidden', 'hidden'),
    '/stays': html('Stays', 'stays'),
    '/one': (request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(request.headers.referer?.includes('/two') ? 'arrived' : goesTo('/two?from=one'));
    },
    '/two': (request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(request.url === '/two' ? goesTo('/one') : 'arrived');
    },
    '/own': goesTo('/own-moved'),
    '/own-moved': html('Own', 'own'),
    '/part': html('Part', 'part'),
    '/busy': (_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(html('Busy', frame('Turns', elsewhere('/turns'))));
    },
    '/turns': html('Turns', '<script>setTimeout(() => { for (;;); }, 100)</script>'),
  });
  await world.startBrowser();
  session = await world.openSession(pages.url('/'));
});

afterAll(() => world.close());

describe('a frame of another site', () => {
  it('is listed with its current URL, not with the one the page gave it', async () => {
    let lines: string[] = [];
    await until('the frames have moved, and could be asked', async () => {
      const { tree } = await world.data('snapshot', 'snapshot', '-s', session);
      lines = tree.split('\n');
      const isThere =
        tree.includes('/two?from=one') && tree.includes('/own-moved') && !tree.includes('/two\n');
      return isThere && lines.filter((line) => line.includes('requested')).length === 1;
    });
    expect(lines).toEqual([
      expect.stringMatching(/^button "Before" \[el\d+\]$/),
      `iframe "Stays" [300x100] ${elsewhere('/stays')}`,
      `iframe "Goes" [300x100] ${elsewhere('/two?from=one')}`,
      `iframe "Swaps" [300x100] ${elsewhere('/one')}`,
      `iframe "Own" [300x100] ${pages.url('/own-moved')}`,
      `iframe "In a part" [300x100 requested] ${elsewhere('/part')}`,
    ]);
    const { frames } = await world.data('outline', 'outline', '-s', session);
    expect(frames).toEqual([
      { title: 'Stays', url: elsewhere('/stays'), width: 300, height: 100 },
      { title: 'Goes', url: elsewhere('/two?from=one'), width: 300, height: 100 },
      { title: 'Swaps', url: elsewhere('/one'), width: 300, height: 100 },
      { title: 'Own', url: pages.url('/own-moved'), width: 300, height: 100 },
      { title: 'In a part', url: elsewhere('/part'), requested: true, width: 300, height: 100 },
    ]);
  });

  it('is listed with the URL the page gave it, and marked `requested`, if it does not answer', async () => {
    await world.ok('navigate', 'navigate', '--url', pages.url('/busy'), '-s', session);
    const marked = `iframe "Turns" [300x100 requested] ${elsewhere('/turns')}`;
    await until('the frame turns in a circle', async () => {
      const { tree } = await world.data('snapshot', 'snapshot', '-s', session);
      return tree === marked;
    });
  });
});
