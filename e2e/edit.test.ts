import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { editorPage } from './editors/bundle.ts';
import { driveBrowser, evaluateQuietly, pageAt } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { CLI, World } from './harness/world.ts';

const FIELDS = html(
  'Fields',
  `<input id="name" value="Ada King"><textarea id="note">one fish
two fish
Red Fish</textarea>
   <input id="full" maxlength="8" value="abc def"><input id="secret" type="password" value="hunter2">
   <input id="locked" readonly value="kept"><input id="stubborn" value="stays" oninput="value = 'stays'">
   <div id="letter" contenteditable><p>Dear <b>Miss Byron</b>,</p><p>the <i>first</i> and the last, the end</p></div>
   <div id="shut" contenteditable onbeforeinput="event.preventDefault()">old words</div><p id="plain">Words</p><ol id="log"></ol>
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

const world = new World();
let pages: Pages;
let context: BrowserContext;
let session: string;

beforeAll(async () => {
  const built = await Promise.all(
    [...EDITORS.map(([name]) => name), 'tiptap', 'tinymce', 'draft'].map(
      async (name) => [`/${name}`, await editorPage(name)] as const,
    ),
  );
  pages = await world.serve({ ...Object.fromEntries(built), '/fields': FIELDS });
  await world.install('main');
  context = await driveBrowser(world);
  session = await world.openSession(pages.url('/fields'));
});

afterAll(() => world.close());

const go = (name: string) =>
  world.data('navigate', 'navigate', '--url', pages.url(`/${name}`), '-s', session);
const words = (selector: string, find: string, replace: string, ...more: string[]) => [
  ...['edit', '--selector', selector, '--find', find, '--replace', replace, ...more, '-s', session],
];
const edit = (...given: Parameters<typeof words>) => world.data('edit', ...words(...given));
const textOf = async (selector: string) =>
  (await world.data('text', 'text', '--selector', selector, '-s', session)).text;
const inPage = async (expression: string, name = 'fields') =>
  evaluateQuietly(await pageAt(context, pages.url(`/${name}`)), expression);

describe('edit', () => {
  it('replaces the words of a field, and the page hears of a correction', async () => {
    await go('fields');
    expect(await edit('#name', 'King', 'Lovelace')).toMatchObject({
      replaced: 1,
      around: ['Ada Lovelace'],
      method: 'native',
      effect: { seen: 'value' },
    });
    expect(await edit('#note', 'two fish', '2 fish')).toMatchObject({ replaced: 1 });
    expect(await edit('#note', '\nRed Fish', '')).toMatchObject({ replaced: 1 });
    expect(await inPage('note.value')).toBe('one fish\n2 fish');
    expect((await textOf('#log')).split('\n').map((line) => line.replace(/^\d+\. |^- /, ''))).toEqual([
      'name insertReplacementText Lovelace',
      'note insertReplacementText 2 fish',
      'note deleteContentBackward',
    ]);
  });

  it('replaces words that are there several times only with --all', async () => {
    expect(await world.error(...words('#note', 'fish', 'cat'))).toMatchObject({
      code: 'TEXT_AMBIGUOUS',
      details: { count: 2 },
    });
    expect(await edit('#note', 'fish', 'cat', '--all')).toMatchObject({
      replaced: 2,
      around: ['one cat\n2 cat', 'one cat\n2 cat'],
    });
  });

  it('says what is like the words where they are not', async () => {
    expect(await world.error(...words('#name', 'ada  lovelace', 'x'))).toMatchObject({
      code: 'TEXT_NOT_FOUND',
      details: { count: 0, near: ['Ada Lovelace'] },
    });
    expect(await world.error(...words('#name', 'Mr Lovelace', 'x'))).toMatchObject({
      details: { near: ['Ada Lovelace'] },
    });
    const { details } = await world.error(...words('#name', 'Zuse', 'x'));
    expect(details).toEqual({ count: 0 });
  });

  it('keeps the formats of an editable region', async () => {
    expect(await edit('#letter', 'Miss Byron', 'Lady Lovelace')).toMatchObject({
      replaced: 1,
      method: 'paste',
      effect: { seen: 'value' },
    });
    expect(await edit('#letter', 'the', 'THE', '--all')).toMatchObject({ replaced: 3 });
    expect(await edit('#letter', ' and THE last', '')).toMatchObject({ replaced: 1 });
    expect(await inPage('letter.innerHTML')).toBe(
      '<p>Dear <b>Lady Lovelace</b>,</p><p>THE <i>first</i>, THE end</p>',
    );
  });

  it('says what became of it where the page has its own mind', async () => {
    expect(await edit('#stubborn', 'stays', 'goes')).toMatchObject({
      replaced: 0,
      reason: expect.stringContaining('changed the text'),
    });
    expect(await edit('#shut', 'old', 'new')).toMatchObject({
      replaced: 0,
      reason: expect.stringContaining('prevented'),
      effect: { seen: 'focus', hint: expect.any(String) },
    });
  });

  it('refuses fields whose text it must not or cannot change', async () => {
    const reasonOf = async (...given: Parameters<typeof words>) =>
      (await world.error(...words(...given), '--wait', '0')).details?.['reason'];
    expect(await reasonOf('#secret', 'hunter', 'x')).toBe('password');
    expect(await reasonOf('#locked', 'kept', 'x')).toBe('read-only');
    expect(await reasonOf('#plain', 'Words', 'x')).toBe('not-a-field');
    expect(await reasonOf('#full', 'abc', 'abcdef')).toBe('does-not-fit');
    expect(await inPage('full.value')).toBe('abc def');
  });

  it('shows neither of the texts in the log', async () => {
    await go('fields');
    const { code } = await world.run(process.execPath, [CLI, ...words('#name', 'King', 'Sesame')]);
    expect(code).toBe(0);
    expect(JSON.stringify(world.log())).not.toMatch(/Sesame|King/);
  });
});

describe('edit in an editor', () => {
  it.each(EDITORS)('(%s) goes through its own API, and keeps the rest', async (name, selector, held) => {
    await go(name);
    expect(await edit(selector, 'old one', 'new')).toMatchObject({
      replaced: 1,
      method: 'editor',
      effect: { seen: expect.stringMatching(/^(?:value|dom)$/) },
    });
    expect(JSON.parse(await textOf('output'))).toEqual(held(['new', 'old two']));
    expect(await world.error(...words(selector, 'old one', 'x'))).toMatchObject({
      code: 'TEXT_NOT_FOUND',
    });
    expect(await edit(selector, 'old', 'mid\nnext', '--all')).toMatchObject({ replaced: 1 });
    expect(JSON.parse(await textOf('output'))).toEqual(held(['new', 'mid', 'next two']));
    expect(await world.error(...words(selector, 'n', 'x'))).toMatchObject({
      code: 'TEXT_AMBIGUOUS',
      details: { count: 2 },
    });
    expect(await edit(selector, 'new\nmid', '', '--all')).toMatchObject({ replaced: 1 });
    expect(JSON.parse(await textOf('output'))).toEqual(held(['', 'next two']));
  });

  it('keeps the formats of a rich text', async () => {
    await go('tiptap');
    expect(await edit('.ProseMirror', 'two', 'three')).toMatchObject({ replaced: 1, method: 'editor' });
    expect(await edit('.ProseMirror', 'item', 'thing')).toMatchObject({ replaced: 1 });
    const markup = await inPage("document.querySelector('.ProseMirror').innerHTML", 'tiptap');
    expect(markup).toContain('<p>old <strong>three</strong></p>');
    expect(markup).toMatch(/<li><p[^>]*>thing<\/p><\/li>/);
  });

  it.each([
    ['tinymce', '#editor'],
    ['draft', '[contenteditable]'],
  ])('(%s) without a known API is edited as a paste does it', async (name, selector) => {
    await go(name);
    expect(await edit(selector, 'two', 'three')).toMatchObject({ replaced: 1, method: 'paste' });
    expect(JSON.parse(await textOf('output'))).toEqual(['old one', 'old three']);
  });
});
