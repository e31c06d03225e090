import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { editorPage } from './editors/bundle.ts';
import { driveBrowser, evaluateQuietly, pageAt } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

const FIELDS = html(
  'Fields',
  `<input id="name" value="Ada"><input id="mail" type="email" value="a@b"><input id="short" maxlength="5" value="abc">
   <textarea id="note">first line</textarea><input id="secret" type="password" value="hunter2">
   <input id="born" type="date" value="1815-12-10"><input id="count" type="number" value="5">
   <div id="volume" role="slider" tabindex="0" aria-valuenow="5" style="width: 90px; height: 20px"></div>
   <div id="letter" contenteditable><p>Dear <b>Ann</b>,</p><p>see <i>you</i></p></div><div id="empty" contenteditable style="min-height: 20px"></div>
   <ol id="log"></ol>
   <script>
     addEventListener('input', ({ target, inputType, data }) => {
       const item = document.createElement('li');
       item.textContent = [target.id, inputType, data].join(' ');
       log.append(item);
     });
   </script>`,
);

/** The page, the target that an agent names, and how the editor's own state shows its lines. */
const EDITORS: ReadonlyArray<readonly [page: string, selector: string, held: (lines: string[]) => unknown]> =
  [
    ['quill1', '.ql-editor', (lines) => `${lines.join('\n')}\n`],
    ['quill2', '.ql-editor', (lines) => `user:${lines.join('\n')}\n`],
    ['lexical', '#editor', (lines) => lines],
    ['lexical-plain', '#editor', (lines) => lines.join('\n')],
    [
      'prosemirror',
      '.ProseMirror',
      (lines) => lines.map((line, at) => [at === 0 ? 'heading' : 'paragraph', line]),
    ],
    ['codemirror5', '.CodeMirror', (lines) => lines.join('\n')],
    ['codemirror6', '.cm-content', (lines) => lines.join('\n')],
    ['ace', '#editor', (lines) => lines.join('\n')],
    ['monaco', '#editor', (lines) => lines.join('\n')],
    ['slate', '[data-slate-editor]', (lines) => lines.map((line) => ['paragraph', line])],
  ];

const PASTE = ['--method', 'paste', '--world', 'isolated'];
const API = ['--method', 'runtime-api', '--world', 'main'];

const world = new World();
let pages: Pages;
let context: BrowserContext;
let session: string;

beforeAll(async () => {
  const built = await Promise.all(EDITORS.map(async ([name]) => [`/${name}`, await editorPage(name)]));
  pages = await world.serve({ ...Object.fromEntries(built), '/fields': FIELDS });
  await world.install('main');
  context = await driveBrowser(world);
  session = await world.openSession(pages.url('/fields'));
});

afterAll(() => world.close());

const go = (name: string) =>
  world.data('navigate', 'navigate', '--url', pages.url(`/${name}`), '-s', session);
const words = (selector: string, value: string, ...how: string[]) => [
  ...['fill', '--selector', selector, '--value', value, ...how, '-s', session],
];
const fill = (selector: string, value: string, ...how: string[]) =>
  world.data('fill', ...words(selector, value, ...how));
const textOf = async (selector: string) =>
  (await world.data('text', 'text', '--selector', selector, '-s', session)).text;
const inPage = async (expression: string) =>
  evaluateQuietly(await pageAt(context, pages.url('/fields')), expression);

describe('fill adds to what is there', () => {
  it('in fields, and the page hears of the added part alone', async () => {
    await go('fields');
    expect(await fill('#name', ' Lovelace', '--append', ...PASTE)).toMatchObject({
      filled: true,
      verifiedValue: 'Ada Lovelace',
      effect: { seen: 'value' },
    });
    expect(await fill('#name', 'Countess ', '--prepend', ...PASTE)).toMatchObject({
      filled: true,
      verifiedValue: 'Countess Ada Lovelace',
    });
    expect(await fill('#note', '\nsecond line', '--append', ...PASTE)).toMatchObject({
      filled: true,
      verifiedValue: 'first line\nsecond line',
    });
    expect(await fill('#mail', '.example', '--append', ...PASTE)).toMatchObject({
      filled: true,
      verifiedValue: 'a@b.example',
    });
    expect(await fill('#mail', 'x', '--prepend', '--method', 'direct', '--world', 'isolated')).toMatchObject({
      filled: true,
      verifiedValue: 'xa@b.example',
    });
    expect((await textOf('#log')).split('\n').map((line) => line.replace(/^\d+\. |^- /, ''))).toEqual([
      'name insertFromPaste Lovelace',
      'name insertFromPaste Countess',
      'note insertFromPaste second line',
      'mail insertFromPaste .example',
    ]);
  });

  it('never beyond the length of a field, and never at the cost of the old text', async () => {
    expect(await fill('#short', 'defgh', '--prepend', ...PASTE)).toMatchObject({
      filled: false,
      verifiedValue: 'deabc',
      reason: expect.stringContaining('maxlength'),
    });
    expect(await fill('#short', 'x', '--append', ...PASTE)).toMatchObject({
      filled: false,
      verifiedValue: 'deabc',
    });
  });

  it('in a password field, which is shown nowhere', async () => {
    const { verifiedValue, filled } = await fill('#secret', 'x', '--append', ...PASTE);
    expect([filled, verifiedValue]).toEqual([true, '••••••']);
    expect(await inPage('secret.value')).toBe('hunter2x');
  });

  it('in an editable region, whose formats stay', async () => {
    expect(await fill('#letter', ' soon', '--append', ...PASTE)).toMatchObject({
      filled: true,
      verifiedValue: 'Dear Ann,\nsee you soon',
    });
    expect(await fill('#letter', 'My ', '--prepend', ...PASTE)).toMatchObject({
      filled: true,
      verifiedValue: 'My Dear Ann,\nsee you soon',
    });
    expect(await inPage('letter.innerHTML')).toMatch(/^<p>My Dear <b>Ann<\/b>,<\/p><p>see <i>you/);
    expect(await fill('#letter', '!', '--append', '--method', 'direct', '--world', 'isolated')).toMatchObject(
      { filled: true, verifiedValue: 'My Dear Ann,\nsee you soon!' },
    );
    expect(await fill('#empty', 'a\nb', '--append', ...PASTE)).toMatchObject({
      filled: true,
      verifiedValue: 'a\nb',
    });
  });

  it('in each field of a form', async () => {
    const field = (selector: string, value: string, more: object) => ({
      target: { selector },
      value,
      method: 'paste',
      world: 'isolated',
      ...more,
    });
    const json = JSON.stringify({
      fields: [field('#name', '!', { append: true }), field('#note', '> ', { prepend: true })],
    });
    const { results } = await world.data('fill-form', 'fill-form', '--json', json, '-s', session);
    expect(results).toMatchObject([
      { filled: true, verifiedValue: 'Countess Ada Lovelace!' },
      { filled: true, verifiedValue: '> first line\nsecond line' },
    ]);
  });

  it.each(EDITORS)('in %s, with its own API', async (name, selector, held) => {
    await go(name);
    const before = name === 'lexical-plain' ? ['old'] : ['old one', 'old two'];
    expect(await fill(selector, ' and\nmore', '--append', ...API)).toMatchObject({ filled: true });
    const appended = [...before.slice(0, -1), `${before.at(-1)} and`, 'more'];
    expect(JSON.parse(await textOf('output'))).toEqual(held(appended));
    expect(await fill(selector, 'So ', '--prepend', ...API)).toMatchObject({ filled: true });
    const [first, ...others] = appended;
    expect(JSON.parse(await textOf('output'))).toEqual(held([`So ${first}`, ...others]));
  });
});

describe('fill refuses', () => {
  it('to add to a date, a number or a slider, which have one whole value', async () => {
    await go('fields');
    for (const selector of ['#born', '#count', '#volume']) {
      expect(await world.error(...words(selector, '1', '--append', ...PASTE))).toMatchObject({
        code: 'ELEMENT_NOT_ACTIONABLE',
        retry: 'never',
        details: { reason: 'whole-value' },
      });
    }
  });

  it('to add at both ends, and to add nothing', async () => {
    expect(await world.error(...words('#name', 'x', '--append', '--prepend', ...PASTE))).toMatchObject({
      code: 'BAD_REQUEST',
      details: { issues: [{ path: 'params.prepend', message: 'cannot be given with append' }] },
    });
    expect(await world.error(...words('#name', '', '--append', ...PASTE))).toMatchObject({
      code: 'BAD_REQUEST',
    });
  });
});
