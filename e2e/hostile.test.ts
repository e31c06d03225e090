import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { driveBrowser } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

const world = new World();
let pages: Pages;
let session: string;

/** Each of them made a command hang or fail: the page's field answered in the place of the DOM. */
const CLOBBERED = ['assignedSlot', 'checkVisibility', 'dispatchEvent', 'parentNode', 'getBoundingClientRect'];

beforeAll(async () => {
  const forms = CLOBBERED.map((name) => [
    `/${name}`,
    html(
      name,
      `<p id="words">Your order</p><output>none</output>
       <form><input type="hidden" name="${name}"><img name="${name}" alt="">
       <input id="field" aria-labelledby="words"><header>Head</header>
       <button type="button" onclick="document.querySelector('output').textContent = 'clicked'">Go on</button></form>
       <div hidden><img name="${name}" alt=""></div>`,
    ),
  ]);
  pages = await world.serve({
    ...Object.fromEntries(forms),
    '/': html('Start', '<p>start</p>'),
    '/login': html(
      'Sign in',
      `<main><form>${CLOBBERED.map((name) => `<input type="hidden" name="${name}">`).join('')}
       <input aria-label="User"><input type="password" aria-label="Password"><button>Sign in</button></form></main>`,
    ),
  });
  await world.install('main');
  await driveBrowser(world);
  session = await world.openSession(pages.url('/'));
});

afterAll(() => world.close());

const inSession = (...words: string[]) => [...words, '-s', session];

describe.each(CLOBBERED)('a page with a form field and an image called %s', (name) => {
  beforeAll(() => world.data('navigate', ...inSession('navigate', '--url', pages.url(`/${name}`))));

  it('is read as any other', async () => {
    expect((await world.data('text', ...inSession('text'))).text).toContain('Go on');
    const { tree } = await world.data('snapshot', ...inSession('snapshot'));
    expect(tree).toMatch(/textbox "Your order" \[el\d+\]/);
    expect(tree).toMatch(/button "Go on" \[el\d+\]/);
  });

  it('is acted upon as any other', async () => {
    const hovered = await world.data('hover', ...inSession('hover', '--selector', 'button'));
    expect(hovered).toMatchObject({ hovered: true });
    const clicked = await world.data('click', ...inSession('click', '--selector', 'button'));
    expect(clicked).toMatchObject({ clicked: true });
    const filled = await world.data(
      'fill',
      ...inSession(
        'fill',
        '--selector',
        '#field',
        '--value',
        'tea',
        '--method',
        'paste',
        '--world',
        'isolated',
      ),
    );
    expect(filled).toMatchObject({ filled: true, verifiedValue: 'tea' });
    expect((await world.data('text', ...inSession('text', '--selector', 'output'))).text).toBe('clicked');
  });
});

it('recognises a sign-in page although its fields have the names of what is asked', async () => {
  const error = await world.error(...inSession('navigate', '--url', pages.url('/login')));
  expect(error).toMatchObject({ code: 'HUMAN_REQUIRED' });
});
