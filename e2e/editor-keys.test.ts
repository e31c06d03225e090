import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { editorPage } from './editors/bundle.ts';
import type { Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

/** The page, the target, and what the editor itself holds after `xy` was typed into it. */
const EDITORS: ReadonlyArray<readonly [page: string, selector: string, held: RegExp]> = [
  ['quill1', '.ql-editor', /^"old one\\nold twoxy\\n"$/],
  ['quill2', '.ql-editor', /^"user:old one\\nold twoxy\\n"$/],
  ['lexical', '#editor', /^\["old one","old twoxy"\]$/],
  ['prosemirror', '.ProseMirror', /"old one"\],\["paragraph","old twoxy"\]\]$/],
  ['tiptap', '.ProseMirror', /\["paragraph","xy"\]\]$/],
  ['codemirror5', '.CodeMirror', /^"xyold one\\nold two"$/],
  ['codemirror6', '.cm-content', /^"(?:xyold one\\nold two|old one\\nold twoxy)"$/],
  ['ace', '.ace_text-input', /^"(?:xyold one\\nold two|old one\\nold twoxy)"$/],
  ['slate', '[data-slate-editor]', /"old one"\],\["paragraph","old twoxy"\]\]$/],
  ['tinymce', '#editor', /^\["old one","old twoxy"\]$/],
  ['draft', '[contenteditable]', /^\["old one","old twoxy"\]$/],
];

/** What a key may say that it did where the editor's own text is another one afterwards. */
const CHANGES = ['insert', 'delete', 'undo', 'prevented'];

const world = new World();
let pages: Pages;
let session: string;

beforeAll(async () => {
  const built = await Promise.all(
    [...EDITORS.map(([name]) => name), 'monaco'].map(
      async (name) => [`/${name}`, await editorPage(name)] as const,
    ),
  );
  pages = await world.serve(Object.fromEntries(built));
  await world.startBrowser();
  session = await world.openSession(pages.url('/quill2'));
});

afterAll(() => world.close());

const held = async () => (await world.call('text', { selector: 'output' }, session)).text;

describe('the keys of an editor', () => {
  it.each(EDITORS)(
    '(%s) write into its own text, and the answers say so',
    async (name, selector, expected) => {
      await world.call('navigate', { url: pages.url(`/${name}`) }, session);
      const { typed, effect, reason } = await world.call(
        'type',
        { text: 'xy', target: { selector } },
        session,
      );
      expect([typed, effect.seen, reason]).toEqual([2, 'value', undefined]);
      const written = await held();
      expect(written).toMatch(expected);
      for (const key of ['z', 'Backspace', 'Enter', 'Mod+Z', 'Mod+A', 'Delete']) {
        const before = await held();
        const answer = await world.call('press', { keys: [key] }, session);
        const isChanged = (await held()) !== before;
        if (isChanged) expect(CHANGES, key).toContain(answer.default);
        if (isChanged) expect(answer.effect.seen, key).toMatch(/^(?:value|dom)$/);
        if (answer.default === 'insert' || answer.default === 'delete') expect(isChanged, key).toBe(true);
        if (key === 'Backspace') expect(await held()).toBe(written);
      }
    },
  );

  it('(monaco) that takes no untrusted text says so, and takes the keys of its commands', async () => {
    await world.call('navigate', { url: pages.url('/monaco') }, session);
    const target = { selector: '.monaco-editor' };
    expect(await world.call('type', { text: 'xy', target }, session)).toMatchObject({
      verifiedValue: '',
      reason: expect.stringContaining('none of them inserted'),
    });
    expect(await held()).toBe('');
    expect(await world.call('press', { keys: ['z'] }, session)).toMatchObject({
      default: 'none',
      effect: { seen: 'none' },
    });
    expect(await world.call('press', { keys: ['Mod+A', 'Delete'] }, session)).toMatchObject({
      default: 'prevented',
    });
    expect(await held()).toBe('""');
  });
});
