import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { editorPage } from './editors/bundle.ts';
import { driveBrowser, pageAt } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

type Held = (lines: string[]) => unknown;

const joined: Held = (lines) => lines.join('\n');
const withEnd: Held = (lines) => `${lines.join('\n')}\n`;
const paragraphs: Held = (lines) => lines.map((line) => ['paragraph', line]);

/** The page, the target that an agent names, and the expected state of the editor. */
const EDITORS: ReadonlyArray<readonly [page: string, selector: string, held: Held]> = [
  ['quill1', '.ql-editor', withEnd],
  ['quill2', '.ql-editor', (lines) => `user:${lines.join('\n')}\n`],
  ['quill2-global', '#editor', withEnd],
  ['lexical', '#editor', (lines) => lines],
  ['lexical-plain', '#editor', joined],
  ['prosemirror', '.ProseMirror', paragraphs],
  ['tiptap', '.ProseMirror', paragraphs],
  ['codemirror5', '.CodeMirror', joined],
  ['codemirror6', '.cm-content', joined],
  ['ace', '#editor', joined],
  ['monaco', '#editor', joined],
  ['slate', '[data-slate-editor]', paragraphs],
];

/** Two lines, one, an empty one in between, unicode with spaces and markup, and none. */
const TEXTS = [
  'line 1\nline 2',
  'only',
  'a\n\nb',
  'Grüße, 世界 👩‍👩‍👧‍👦\n  «é» <b>&amp;</b> 🎉',
  '',
] as const;

/** Some editors keep their text where only they can read it, and draw it. */
const CHANGED = { seen: expect.stringMatching(/^(?:value|dom)$/) };

const world = new World();
let pages: Pages;
let context: BrowserContext;
let session: string;

beforeAll(async () => {
  const built = await Promise.all(EDITORS.map(async ([name]) => [`/${name}`, await editorPage(name)]));
  pages = await world.serve({
    ...Object.fromEntries(built),
    '/none': html('None', '<div id="editor" contenteditable>mine</div><p class="p">1</p><p class="p">2</p>'),
  });
  await world.install('main');
  context = await driveBrowser(world);
  session = await world.openSession(pages.url('/none'));
});

afterAll(() => world.close());

const go = (name: string) =>
  world.data('navigate', 'navigate', '--url', pages.url(`/${name}`), '-s', session);
const API = ['--method', 'runtime-api', '--world', 'main'];
const asked = (selector: string, value: string) => [
  ...['fill', '--selector', selector, '--value', value, '-s', session],
  ...API,
];
const fill = (selector: string, value: string) => world.data('fill', ...asked(selector, value));
const held = async (): Promise<unknown> =>
  JSON.parse((await world.data('text', 'text', '--selector', 'output', '-s', session)).text);
const pageOf = (name: string) => pageAt(context, pages.url(`/${name}`));

const handleOf = async (label: string) => {
  const { elements } = await world.data('elements', 'elements', '-s', session);
  return elements.find((element) => element.label === label)?.handle ?? '';
};

it.each(EDITORS)('%s contains exactly the text that was filled in', async (name, selector, expected) => {
  await go(name);
  for (const value of TEXTS) {
    expect(await fill(selector, value)).toEqual({
      filled: true,
      verifiedValue: value,
      effect: expect.objectContaining(CHANGED),
    });
    expect(await held()).toEqual(expected(value.split('\n')));
  }
});

describe('an editor', () => {
  it.each(['quill2', 'lexical', 'prosemirror', 'codemirror6', 'slate'])(
    '(%s) accepts ten thousand characters in 200 lines',
    async (name) => {
      await go(name);
      const value = Array.from({ length: 200 }, (_, line) => `${line} ${'ä'.repeat(48)}`).join('\n');
      expect(await fill('#editor', value)).toEqual({
        filled: true,
        verifiedValue: value,
        effect: expect.objectContaining(CHANGED),
      });
    },
  );

  it('is found by the element around it and by its own input field', async () => {
    await go('codemirror5');
    expect(await fill('#editor', 'from around')).toMatchObject({ filled: true });
    expect(await fill('.CodeMirror textarea', 'from inside')).toMatchObject({ filled: true });
    expect(await held()).toBe('from inside');
  });

  it('(ace) is found by its hidden input field, and refused when it is read-only', async () => {
    await go('ace');
    expect(await fill('.ace_text-input', 'from inside')).toMatchObject({ filled: true });
    expect(await held()).toBe('from inside');
    await (await pageOf('ace')).evaluate('lock()');
    expect(await world.error(...asked('#editor', 'x'))).toMatchObject({ details: { reason: 'read-only' } });
    expect(await held()).toBe('from inside');
  });

  it('is not mistaken for another field inside it', async () => {
    await go('quill2');
    expect(await world.error(...asked('.ql-tooltip input', 'x'))).toMatchObject({
      code: 'SCRIPT_ERROR',
      details: { reason: 'no-editor' },
    });
  });

  it('that is read-only, disabled or hidden is refused and keeps its text', async () => {
    await go('prosemirror');
    const page = await pageOf('prosemirror');
    const before = await page.textContent('.ProseMirror');
    const refused = async (reason: string) => {
      expect(await world.error(...asked('.ProseMirror', 'x'))).toMatchObject({
        code: 'ELEMENT_NOT_ACTIONABLE',
        details: { reason },
      });
      expect(await page.textContent('.ProseMirror')).toBe(before);
    };
    await page.evaluate("document.querySelector('#editor').style.display = 'none'");
    await refused('invisible');
    await page.evaluate("document.querySelector('#editor').style.display = ''");
    await page.evaluate("document.querySelector('#editor').inert = true");
    await refused('disabled');
    await page.evaluate("document.querySelector('#editor').inert = false");
    await page.evaluate('lock()');
    await refused('read-only');
  });

  it('is filled by its handle, but another editor in the same place is not', async () => {
    await go('lexical');
    const page = await pageOf('lexical');
    const byHandle = (handle: string) => [
      ...['fill', '--element', handle, '--value', 'by handle', '-s', session],
      ...API,
    ];
    await page.evaluate("document.querySelector('#editor').setAttribute('aria-label', 'Message')");
    const handle = await handleOf('Message');
    expect(await world.data('fill', ...byHandle(handle))).toMatchObject({ filled: true });
    expect(await held()).toEqual(['by handle']);
    await page.evaluate("document.querySelector('#editor').setAttribute('aria-label', 'Other')");
    expect(await world.error(...byHandle(handle))).toMatchObject({
      code: 'ELEMENT_HANDLE_STALE',
      details: { reason: 'changed' },
    });
  });

  it('is filled in a background tab too', async () => {
    // Playwright makes every tab of its own browser report that it is visible.
    const unseen = new World();
    try {
      await unseen.startBrowser();
      const own = await unseen.openSession(pages.url('/none'));
      for (const [name, selector, expected] of EDITORS) {
        const url = pages.url(`/${name}`);
        const { page } = await unseen.ok('navigate', 'navigate', '--url', url, '-s', own);
        expect(page.visibility).toBe('hidden');
        const fillIt = ['fill', '--selector', selector, '--value', 'one\ntwo', '-s', own, ...API];
        expect(await unseen.data('fill', ...fillIt), name).toMatchObject({ filled: true });
        const { text } = await unseen.data('text', 'text', '--selector', 'output', '-s', own);
        expect(JSON.parse(text), name).toEqual(expected(['one', 'two']));
      }
    } finally {
      await unseen.close();
    }
  });
  it.each(['quill2', 'prosemirror'])('(%s) has no trace left in its page', async (name) => {
    await go(name);
    const page = await pageOf(name);
    const look = `JSON.stringify([Object.getOwnPropertyNames(window).sort(), WeakMap.prototype.get.toString(),
      [...document.querySelectorAll('*')].map((e) => [e.localName, ...e.getAttributeNames()].join()).slice(0, 5),
      Object.keys(document.querySelector('.ProseMirror')?.pmViewDesc ?? {})])`;
    const before = await page.evaluate(look);
    expect(await fill('#editor', 'text')).toMatchObject({ filled: true });
    expect(await page.evaluate(look)).toBe(before);
  });
});

describe('on a page without an editor', () => {
  beforeEach(() => go('none'));

  it('fill reports that there is none and names the other method', async () => {
    expect(await world.error(...asked('#editor', 'x'))).toMatchObject({
      code: 'SCRIPT_ERROR',
      retry: 'never',
      suggestedAction: expect.stringContaining('--method paste --world isolated'),
      details: { reason: 'no-editor' },
    });
    expect(await (await pageOf('none')).textContent('#editor')).toBe('mine');
  });

  it.each([
    ['#nothing', 'ELEMENT_NOT_FOUND'],
    ['.p', 'SELECTOR_AMBIGUOUS'],
    ['p[', 'SCRIPT_ERROR'],
  ])('fill into %s answers %s', async (selector, code) => {
    expect(await world.error(...asked(selector, 'x'))).toMatchObject({ code, details: { selector } });
  });

  it('fill refuses a method in the wrong world, without a retry', async () => {
    const base = ['fill', '--selector', '#editor', '--value', 'x', '-s', session];
    for (const way of [
      ['--method', 'paste', '--world', 'main'],
      ['--method', 'runtime-api', '--world', 'isolated'],
    ]) {
      expect(await world.error(...base, ...way)).toMatchObject({ code: 'SCRIPT_ERROR', retry: 'never' });
    }
  });
});
