import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { driveBrowser } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { WHOLE, World } from './harness/world.ts';

const world = new World();
let pages: Pages;
let session: string;

/** Each of them once made a command hang or fail: the page's field answered in place of the DOM. */
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
    '/huge': HUGE,
    '/login': html(
      'Sign in',
      `<main><form>${CLOBBERED.map((name) => `<input type="hidden" name="${name}">`).join('')}
       <input aria-label="User"><input type="password" aria-label="Password"><button>Sign in</button></form></main>`,
    ),
  });
  await world.install('main');
  await driveBrowser(world);
  session = await world.openSession(pages.url('/'), '--show');
});

afterAll(() => world.close());

const inSession = (...words: string[]) => [...words, '-s', session];

describe.each(CLOBBERED)('a page with a form field and an image named %s', (name) => {
  beforeAll(() => world.data('navigate', ...inSession('navigate', '--url', pages.url(`/${name}`))));

  it('is read like any other page', async () => {
    expect((await world.data('text', ...inSession('text'))).text).toContain('Go on');
    const { tree } = await world.data('snapshot', ...inSession('snapshot'));
    expect(tree).toMatch(/textbox "Your order" \[el\d+\]/);
    expect(tree).toMatch(/button "Go on" \[el\d+\]/);
  });

  it('is acted on like any other page', async () => {
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

/** Strings of any length in every place where an answer could quote them. */
const HUGE = html(
  'Huge',
  `<main id="main">
   <h1></h1><a></a><img width="9" height="9"><iframe width="50" height="20"></iframe>
   <form><input class="named"><textarea class="named"></textarea><input class="refused">
   <select><option></option></select><button type="button">Go on</button></form>
   <i class="twin">1</i><i class="twin">2</i><input list="words"><datalist id="words"><option></option></datalist>
   </main><script>
   document.title = 'x'.repeat(5_000_000);
   // The rest is shorter, and still far over the cap: Chrome itself takes long over names of this length.
   const long = 'x'.repeat(100_000);
   const drawn = 'x '.repeat(10_000);
   history.replaceState(null, '', '#' + long);
   document.querySelector('h1').textContent = drawn;
   document.querySelector('a').href = '/' + long;
   document.querySelector('a').title = long;
   document.querySelector('a').textContent = drawn;
   document.querySelector('img').alt = long;
   document.querySelector('iframe').title = long;
   for (const field of document.querySelectorAll('.named')) {
     field.setAttribute('aria-label', long);
     field.setAttribute('name', long);
     field.placeholder = field.value = drawn;
   }
   for (const option of document.querySelectorAll('option')) {
     option.value = long;
     option.textContent = drawn;
   }
   for (const twin of document.querySelectorAll('.twin')) twin.id = long + twin.textContent;
   document.querySelector('.refused').setCustomValidity(long);
   document.querySelector('main').setAttribute('aria-label', long);
   document.querySelector('button').setAttribute('class', long);
   </script>`,
);

/** Every command that reads or acts in a page, and those that report tabs. */
const COMMANDS = [
  ['snapshot', ...WHOLE],
  ['elements', ...WHOLE],
  ['elements', '--form', ...WHOLE],
  ['links', ...WHOLE],
  ['images', ...WHOLE],
  ['outline', ...WHOLE],
  ['text', ...WHOLE],
  ['dom', '--depth', '9', '--all', ...WHOLE],
  ['inspect', '--selector', 'main *', '--limit', '50', ...WHOLE],
  ['click', '--selector', 'button'],
  ['click', '--selector', '.twin'],
  ['hover', '--selector', 'button'],
  ['scroll'],
  ['screenshot'],
  ['fill', '--selector', '.refused', '--value', 'tea', '--method', 'paste', '--world', 'isolated'],
  ['fill', '--selector', 'select', '--value', 'tea', '--method', 'paste', '--world', 'isolated'],
  ['select', '--selector', 'select', '--option-text', 'none'],
  ['select', '--selector', '[list]', '--option-text', 'none'],
  ['wait', '--strategy', 'selector', '--target', 'main'],
  ['require-human', '--reason', 'look'],
  ['session', 'resume'],
  ['tab', 'list'],
  ['session', 'list'],
  ['debug', 'log'],
  ['debug', 'last'],
];

/** The commands that are refused and quote the page. */
const REFUSED = new Set(['click .twin', 'fill select', 'select [list]', 'require-human look']);

/** Strings with caps of their own, listed in docs/reading.md. */
const BODIES = new Map([
  ['data.text', 10_000_000],
  ['data.tree', 1_000_000],
  ['data.html', 200_000],
  ['data.base64', 20 * 1024 * 1024],
  ['data.verifiedValue', 20_000],
]);

function tooLong(value: unknown, path: string): string[] {
  if (typeof value === 'string')
    return value.length > (BODIES.get(path) ?? 8_192) + 1 ? [`${path}: ${value.length}`] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) =>
    tooLong(entry, path === '' ? key : `${path}.${key}`),
  );
}

describe('a page with huge strings', () => {
  beforeAll(() => world.data('navigate', ...inSession('navigate', '--url', pages.url('/huge'))));

  it.each(COMMANDS)('puts no string over its cap into the answer of command %#', async (...words) => {
    const { stdout } = await world.bproxy(...inSession(...words));
    const answer: unknown = JSON.parse(stdout);
    expect(answer).toMatchObject({ ok: !REFUSED.has(`${words[0]} ${words[2]}`) });
    expect(tooLong(answer, '')).toEqual([]);
  });

  it('has a visible cut at the end of its title', async () => {
    const { page } = await world.ok('scroll', ...inSession('scroll'));
    expect(page.title).toMatch(/^x{8192}…$/);
  });
});

it('a sign-in page is recognised even if its fields are named after DOM properties', async () => {
  const error = await world.error(...inSession('navigate', '--url', pages.url('/login')));
  expect(error).toMatchObject({ code: 'HUMAN_REQUIRED' });
});
