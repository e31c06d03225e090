import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { editorPage } from './editors/bundle.ts';
import { driveBrowser, evaluateQuietly, pageAt } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

const PAGE = html(
  'Words',
  `<p id="story">Once upon a <b>time</b>
      there was   a fox. A fox!</p><p>The end.</p>
   <textarea id="note">one fish, two fish</textarea><input id="mail" type="email" value="a@b">
   <input id="secret" type="password" value="hunter2">
   <div id="letter" contenteditable><p>Dear Ann,</p><p>see you soon</p></div>`,
);

/** Editors whose own keys make words bold, and what their markup shows then. */
const RICH: ReadonlyArray<readonly [page: string, selector: string, bold: RegExp]> = [
  ['quill1', '.ql-editor', /old <strong>two<\/strong>/],
  ['quill2', '.ql-editor', /old <strong>two<\/strong>/],
  ['tiptap', '.ProseMirror', /<strong>old one<\/strong>|old <strong>one<\/strong>/],
  ['lexical', '#editor', /old <\/span><strong[^>]*>two<\/strong>/],
  ['draft', '[contenteditable]', /font-weight: ?bold[^>]*><span[^>]*>two/],
  ['tinymce', '#editor', /<strong>old<\/strong>/],
];

/** Editors that draw their text, and what they hold after the selected word was typed over. */
const DRAWN: ReadonlyArray<readonly [page: string, selector: string, held: unknown]> = [
  ['codemirror5', '.CodeMirror', 'old X\nold two'],
  ['codemirror6', '.cm-content', 'old X\nold two'],
  ['ace', '#editor', 'old X\nold two'],
];

const world = new World();
let pages: Pages;
let context: BrowserContext;
let session: string;

beforeAll(async () => {
  const names = [...RICH, ...DRAWN].map(([name]) => name).concat('monaco');
  const built = await Promise.all(names.map(async (name) => [`/${name}`, await editorPage(name)] as const));
  pages = await world.serve({ ...Object.fromEntries(built), '/words': PAGE });
  await world.install('main');
  context = await driveBrowser(world);
  session = await world.openSession(pages.url('/words'));
});

afterAll(() => world.close());

const go = (name: string) =>
  world.data('navigate', 'navigate', '--url', pages.url(`/${name}`), '-s', session);
const select = (...words: string[]) => world.data('select-text', 'select-text', ...words, '-s', session);
const refused = (...words: string[]) => world.error('select-text', ...words, '-s', session);
const press = (...keys: string[]) =>
  world.data('press', 'press', ...keys.flatMap((key) => ['--key', key]), '-s', session);
const inPage = async (expression: string, name = 'words') =>
  evaluateQuietly(await pageAt(context, pages.url(`/${name}`)), expression);
const textOf = async (selector: string) =>
  (await world.data('text', 'text', '--selector', selector, '-s', session)).text;

describe('select-text', () => {
  it('selects words of the page as it shows them, and the next key copies them', async () => {
    await go('words');
    expect(await select('--text', 'a time there was a fox')).toMatchObject({
      selected: true,
      method: 'page',
      text: expect.stringMatching(/^a time\s+there was\s+a fox$/),
    });
    expect(await press('Mod+C')).toMatchObject({ default: 'copy', text: expect.stringContaining('time') });
    expect(await select('--selector', '#story', '--from', 'upon', '--to', 'time')).toMatchObject({
      selected: true,
      text: 'upon a time',
    });
  });

  it('wants to know which of several are meant', async () => {
    expect(await refused('--selector', '#note', '--text', 'fish')).toMatchObject({
      code: 'TEXT_AMBIGUOUS',
      details: { count: 2 },
    });
    expect(await select('--selector', '#note', '--text', 'fish', '--occurrence', '2')).toMatchObject({
      selected: true,
      text: 'fish',
      method: 'native',
      effect: { seen: 'focus' },
    });
    expect(await inPage('note.selectionStart')).toBe(14);
    expect(await press('x')).toMatchObject({ default: 'insert' });
    expect(await inPage('note.value')).toBe('one fish, two x');
  });

  it('refuses words that are not there, secrets, and fields without a selection', async () => {
    expect(await refused('--selector', '#note', '--text', 'One Fish')).toMatchObject({
      code: 'TEXT_NOT_FOUND',
      details: { near: ['one fish'] },
    });
    expect((await refused('--selector', '#secret', '--text', 'h')).details).toEqual({ reason: 'password' });
    expect((await refused('--selector', '#mail', '--text', 'a')).details).toEqual({ reason: 'no-selection' });
    expect(await refused('--selector', '#note', '--text', 'a', '--from', 'b', '--to', 'c')).toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('lets the keys of an editable region format the words, and undo it', async () => {
    expect(await select('--selector', '#letter', '--text', 'see you')).toMatchObject({ selected: true });
    expect(await press('Mod+B')).toMatchObject({ default: 'format', effect: { seen: 'dom' } });
    expect(await inPage('letter.innerHTML')).toBe('<p>Dear Ann,</p><p><b>see you</b> soon</p>');
    await select('--selector', '#letter', '--text', 'Ann');
    expect(await press('Mod+I', 'Mod+U')).toMatchObject({ default: 'format' });
    expect(await inPage('letter.innerHTML')).toContain('<i><u>Ann</u></i>');
    expect(await press('Mod+Z')).toMatchObject({ default: 'undo' });
    expect(await inPage('letter.innerHTML')).toContain('<i>Ann</i>');
    expect(await press('Mod+Shift+Z')).toMatchObject({ default: 'undo' });
    expect(await inPage('letter.innerHTML')).toContain('<i><u>Ann</u></i>');
  });
});

describe('select-text in an editor', () => {
  it.each(RICH)('(%s) lets its own keys make the words bold', async (name, selector, bold) => {
    await go(name);
    const words = name === 'tiptap' ? 'one' : name === 'tinymce' ? ['old', '--occurrence', '2'] : 'two';
    expect(await select('--selector', selector, '--text', ...[words].flat())).toMatchObject({
      selected: true,
      method: 'page',
    });
    const { default: done, effect } = await press('Mod+B');
    expect([done, effect.seen]).toEqual(['prevented', expect.stringMatching(/^(?:value|dom)$/)]);
    expect(await inPage(`document.querySelector('${selector}').innerHTML`, name)).toMatch(bold);
  });

  it.each(DRAWN)(
    '(%s) that draws its text selects by its API, and a key replaces it',
    async (name, selector, held) => {
      await go(name);
      expect(await select('--selector', selector, '--text', 'one')).toMatchObject({
        selected: true,
        text: 'one',
        method: 'editor',
      });
      await press('X');
      expect(JSON.parse(await textOf('output'))).toEqual(held);
    },
  );
});
