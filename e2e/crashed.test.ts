import { ERRORS } from '@bproxy/shared';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { driveBrowser, pageAt } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

/** Deeper than Chrome can lay out: its own stack overflows, and the page's process dies. */
const NEST = `let at = document.body;
  for (let level = 0; level < 10_000; level += 1) at = at.appendChild(document.createElement('div'));`;
/** Deeper than a script's stack, in boxes that Chrome can lay out. */
const NEST_INLINE = `let at = document.body;
  for (let level = 0; level < 4_000; level += 1) at = at.appendChild(document.createElement('span'));
  at.innerHTML = '<a href="/">bottom</a><button id="deep">Deep</button>';`;

const world = new World();
let pages: Pages;
let context: BrowserContext;
let session: string;

beforeAll(async () => {
  pages = await world.serve({
    '/': html('Home', '<p>an ordinary page</p><button>Go</button>'),
    '/crash-later': html(
      'Later',
      `<button>Go</button><script>function nest() { ${NEST} }
      document.querySelector('button').onclick = nest;</script>`,
    ),
    '/too-deep': html('Deep', `<p>x</p><script>${NEST}</script>`),
    '/deep': html('Deep', `<p>top</p><script>${NEST_INLINE}</script>`),
  });
  await world.install('main');
  context = await driveBrowser(world);
  await world.connected();
  session = await world.openSession(pages.url('/'), '--show');
});

afterAll(() => world.close());

const text = () => world.data('text', 'text', '-s', session);
const go = (path: string) => ['navigate', '--url', pages.url(path), '-s', session];
const { category, retry } = ERRORS.PAGE_CRASHED;
const suggestedAction = expect.stringContaining('Load it again: `bproxy navigate --url URL -s ');
const CRASHED = { code: 'PAGE_CRASHED', category, retry, suggestedAction };

describe('a page whose process has died', () => {
  it('is reported as crashed by every command, and works after it is loaded again', async () => {
    expect((await text()).text).toContain('an ordinary page');
    const page = await pageAt(context, pages.url('/'));
    const crashed = page.waitForEvent('crash');
    const debug = await context.newCDPSession(page);
    // Its answer never comes: the process that would give it is dead.
    debug.send('Page.crash').catch(() => {});
    await crashed;
    for (const words of [
      ['text'],
      ['snapshot'],
      ['click', '--selector', 'button'],
      ['screenshot'],
      ['wait', '--strategy', 'selector', '--target', 'p', '--timeout', '400'],
    ]) {
      const error = await world.error(...words, '-s', session);
      expect(error, words[0]).toMatchObject({ ...CRASHED, details: { url: pages.url('/') } });
    }
    expect((await world.ok('navigate', ...go('/'))).page.state).toBe('ready');
    expect((await text()).text).toContain('an ordinary page');
  });

  it('is reported by the navigation that led to it', async () => {
    expect(await world.error(...go('/too-deep'))).toMatchObject({
      ...CRASHED,
      details: { url: pages.url('/too-deep') },
    });
    expect(await world.error('text', '-s', session)).toMatchObject(CRASHED);
    await world.ok('navigate', ...go('/'));
  });

  it('is reported by the action that crashed it, which may have happened', async () => {
    await world.ok('navigate', ...go('/crash-later'));
    expect(await world.error('click', '--selector', 'button', '-s', session)).toMatchObject({
      ...CRASHED,
      message: expect.stringContaining('while click ran'),
    });
    await world.ok('navigate', ...go('/'));
  });
});

it('a page nested deeper than the call stack can be read and acted on', async () => {
  await world.ok('navigate', ...go('/deep'));
  expect((await text()).text).toContain('bottom');
  for (const read of ['snapshot', 'elements', 'links', 'outline', 'images'] as const) {
    expect(await world.data(read, read, '-s', session), read).toMatchObject({
      truncated: true,
      branchesCut: expect.any(Number),
    });
  }
  const { elements } = await world.data('inspect', 'inspect', '--selector', '#deep', '-s', session);
  expect(elements).toMatchObject([{ role: 'button', selector: '#deep' }]);
  expect((await world.data('dom', 'dom', '--selector', '#deep', '-s', session)).html).toContain('Deep');
  const clicked = await world.data('click', 'click', '--selector', '#deep', '-s', session);
  expect(clicked).toMatchObject({ clicked: true });
});
