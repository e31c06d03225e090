import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Chromium } from './harness/chromium.ts';
import { html, type Pages } from './harness/pages.ts';
import { until, World } from './harness/world.ts';

const world = new World();
let pages: Pages;
let browserTwo: Chromium;
let labelOne: string;
let labelTwo: string;

beforeAll(async () => {
  pages = await world.serve({
    '/who': (request, response) => {
      const cookie = /who=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? 'nobody';
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(html('Who', `<p>${cookie}</p>`));
    },
    '/be/ann': (_request, response) => {
      response.writeHead(302, { location: '/who', 'set-cookie': 'who=ann; Path=/' }).end();
    },
    '/be/bob': (_request, response) => {
      response.writeHead(302, { location: '/who', 'set-cookie': 'who=bob; Path=/' }).end();
    },
  });
  await world.startBrowser('one');
  labelOne = (await world.connected(1)).clients[0]?.label ?? '';
  browserTwo = await world.startBrowser('two');
  labelTwo = (await world.connected(2)).clients.find(({ label }) => label !== labelOne)?.label ?? '';
});

afterAll(() => world.close());

describe('two connected profiles', () => {
  it('are never chosen by guessing, and each keeps its own tabs', async () => {
    const ambiguous = await world.error('tab', 'open', '--url', pages.url('/who'));
    expect(ambiguous).toMatchObject({ code: 'BROWSER_AMBIGUOUS' });
    expect(world.links()).toHaveLength(2);
    expect(JSON.stringify(ambiguous.details)).toContain(labelOne);
    const idOfTwo = (await world.status()).clients.find(({ label }) => label === labelTwo)?.id ?? '';

    const open = (path: string, browser: string) =>
      world.data('tab.open', 'tab', 'open', '--url', pages.url(path), '--browser', browser);
    const ann = await open('/be/ann', labelOne);
    const bob = await open('/be/bob', idOfTwo.slice(0, 8));
    expect([ann.tab, bob.tab]).toEqual(['t1', 't1']);
    for (let round = 0; round < 3; round += 1) {
      const [fromAnn, fromBob] = await Promise.all([
        world.data('text', 'text', '-s', ann.session),
        world.data('text', 'text', '-s', bob.session),
      ]);
      expect([fromAnn.text, fromBob.text]).toEqual(['ann', 'bob']);
    }
    expect(await world.data('session.close', 'session', 'close', '-s', ann.session)).toMatchObject({
      closedTabs: 1,
    });
    expect(await world.data('text', 'text', '-s', bob.session)).toEqual({ text: 'bob' });
    const stay = await world.error(
      'tab',
      'open',
      '--url',
      pages.url('/who'),
      '--browser',
      labelOne,
      '-s',
      bob.session,
    );
    expect(stay).toMatchObject({ code: 'BROWSER_NOT_FOUND' });
  });

  it('answer NO_EXTENSION with the name of the one that left, while the other keeps working', async () => {
    const open = (browser: string) =>
      world.data('tab.open', 'tab', 'open', '--url', pages.url('/who'), '--browser', browser);
    const stays = await open(labelOne);
    const left = await open(labelTwo);
    await browserTwo.quit();
    await until('one is gone', async () => (await world.status()).clients.length === 1);
    expect(await world.error('text', '-s', left.session)).toMatchObject({
      code: 'NO_EXTENSION',
      details: { browser: labelTwo },
    });
    expect(await world.data('text', 'text', '-s', stays.session)).toEqual({ text: 'ann' });
  });
});
