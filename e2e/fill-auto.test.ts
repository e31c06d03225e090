import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { editorPage } from './editors/bundle.ts';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

const FIELDS = html(
  'Fields',
  `<label id="label">Name <input id="name" value="old"></label><textarea id="note"></textarea>
   <input id="much" type="range" min="0" max="50" step="5"><input id="count" type="number" max="10">
   <input id="born" type="date"><input id="at" type="time"><input id="hue" type="color">
   <div id="box" role="combobox" tabindex="0" aria-expanded="false"><input id="inner" aria-autocomplete="list"><button type="button">v</button></div>
   <div id="volume" role="slider" tabindex="0" aria-valuemin="0" aria-valuemax="150" aria-valuenow="5" style="width: 90px; height: 20px"></div>
   <div id="letter" contenteditable>old</div><div id="pair"><input><input></div>
   <x-field id="host"><template shadowrootmode="open"><label>Deep <input id="deep"></label></template></x-field>
   <select id="size"><option>Small</option></select><input id="tick" type="checkbox"><ol id="log"></ol>
   <script>
     for (const type of ['input', 'change']) addEventListener(type, ({ target }) => {
       const item = document.createElement('li');
       item.textContent = [type, target.id, target.value].join(' ');
       log.append(item);
     });
     volume.onkeydown = ({ key }) => {
       const step = { ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0;
       volume.setAttribute('aria-valuenow', Number(volume.getAttribute('aria-valuenow')) + step);
     };
   </script>`,
);

const EDITORS: ReadonlyArray<readonly [page: string, selector: string, method: string]> = [
  ['quill1', '.ql-editor', 'editor'],
  ['quill2', '#editor', 'editor'],
  ['lexical', '#editor', 'editor'],
  ['prosemirror', '.ProseMirror', 'editor'],
  ['codemirror5', '.CodeMirror textarea', 'editor'],
  ['codemirror6', '#editor', 'editor'],
  ['ace', '#editor', 'editor'],
  ['monaco', '#editor', 'editor'],
  ['slate', '#editor', 'editor'],
  ['tinymce', '#editor', 'paste'],
  ['draft', '[contenteditable]', 'paste'],
];

const world = new World();
let pages: Pages;
let session: string;

beforeAll(async () => {
  const built = await Promise.all(
    EDITORS.map(async ([name]) => [`/${name}`, await editorPage(name)] as const),
  );
  pages = await world.serve({
    ...Object.fromEntries(built),
    '/fields': FIELDS,
    '/search': html('Search', '<form action="/found"><input id="q" name="q"><button>Go</button></form>'),
    '/short': html('Short', '<form action="/found"><input id="q" name="q" maxlength="3"></form>'),
    '/found': (request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(html('Found', `<p>${request.url}</p>`));
    },
  });
  await world.startBrowser();
  session = await world.openSession(pages.url('/fields'));
});

afterAll(() => world.close());

const words = (selector: string, value: string) => [
  ...['fill', '--selector', selector, '--value', value, '--method', 'auto', '-s', session],
];
const fill = (selector: string, value: string) => world.data('fill', ...words(selector, value));
const textOf = async (selector: string) =>
  (await world.data('text', 'text', '--selector', selector, '-s', session)).text;

describe('fill --method auto', () => {
  it.each([
    ['#name', 'Ada', 'Ada', 'native'],
    ['#label', 'Ann', 'Ann', 'native'],
    ['#note', 'a\nb', 'a\nb', 'native'],
    ['#much', '35', '35', 'native'],
    ['#count', '7', '7', 'native'],
    ['#born', '1815-12-10', '1815-12-10', 'native'],
    ['#at', '09:30', '09:30', 'native'],
    ['#hue', '#ff8800', '#ff8800', 'native'],
    ['#box', 'Red', 'Red', 'native'],
    ['#host', 'deep', 'deep', 'native'],
    ['#volume', '145', '145', 'keys'],
    ['#letter', 'one\ntwo', 'one\ntwo', 'paste'],
  ])('fills %s with %j, and names its way', async (selector, value, verifiedValue, method) => {
    expect(await fill(selector, value)).toMatchObject({
      filled: true,
      verifiedValue,
      method,
      effect: { seen: expect.stringMatching(/^(?:value|dom)$/) },
    });
  });

  it('tells the page of an input and a change', async () => {
    const log = await textOf('#log');
    for (const [id, value] of [
      ['name', 'Ann'],
      ['much', '35'],
      ['count', '7'],
      ['born', '1815-12-10'],
      ['at', '09:30'],
      ['hue', '#ff8800'],
      ['inner', 'Red'],
    ]) {
      expect(log).toContain(`input ${id} ${value}`);
      expect(log).toContain(`change ${id} ${value}`);
    }
  });

  it('says why a value does not fit, and what to do with what is no field', async () => {
    expect(await fill('#count', 'seven')).toMatchObject({ filled: false, method: 'native' });
    const refused = async (selector: string) => {
      const { code, suggestedAction, details } = await world.error(...words(selector, 'x'));
      return [code, details?.['reason'], suggestedAction];
    };
    expect(await refused('#size')).toEqual([
      'ELEMENT_NOT_ACTIONABLE',
      'select',
      expect.stringContaining('bproxy select --selector'),
    ]);
    expect(await refused('#tick')).toEqual([
      'ELEMENT_NOT_ACTIONABLE',
      'checkbox',
      expect.stringContaining('bproxy click'),
    ]);
    expect((await refused('#pair')).slice(0, 2)).toEqual(['ELEMENT_NOT_ACTIONABLE', 'not-a-field']);
  });

  it('chooses the world itself, which the other methods have to be told', async () => {
    expect(await world.error(...words('#name', 'x'), '--world', 'main')).toMatchObject({
      code: 'BAD_REQUEST',
      details: { issues: [{ path: 'params.world' }] },
    });
    const { code, stderr } = await world.bproxy(
      ...['fill', '--selector', '#name', '--value', 'x', '--method', 'paste', '-s', session],
    );
    expect([code, stderr]).toEqual([2, expect.stringContaining('bproxy fill requires --world')]);
  });

  it('works in the fields of a form', async () => {
    const field = (selector: string, value: string) => ({ target: { selector }, value, method: 'auto' });
    const json = JSON.stringify({ fields: [field('#name', 'Zoë'), field('#letter', 'new')] });
    const { results } = await world.data('fill-form', 'fill-form', '--json', json, '-s', session);
    expect(results).toMatchObject([
      { filled: true, method: 'native' },
      { filled: true, method: 'paste', verifiedValue: 'new' },
    ]);
  });

  it.each(EDITORS)('fills %s at %s', async (name, selector, method) => {
    await world.data('navigate', 'navigate', '--url', pages.url(`/${name}`), '-s', session);
    expect(await fill(selector, 'only')).toMatchObject({ filled: true, verifiedValue: 'only', method });
    expect(JSON.stringify(JSON.parse(await textOf('output')))).toContain('only');
  });
});

describe('fill --submit', () => {
  const go = (path: string) => world.data('navigate', 'navigate', '--url', pages.url(path), '-s', session);

  it('sends the form of a field with Enter, and the answer shows where that leads', async () => {
    await go('/search');
    const { data, page } = await world.ok('fill', ...words('#q', 'tea'), '--submit', '--read', 'text');
    expect(data).toMatchObject({
      filled: true,
      submit: { default: 'submit', effect: { seen: 'navigation' } },
      read: { text: '/found?q=tea' },
    });
    expect(page).toMatchObject({ title: 'Found' });
    await go('/search');
    const { stdout } = await world.bproxy(...words('#q', 'tea'), '--submit', '--plain');
    expect(stdout).toMatch(/^filled; .*submit default submit, effect seen navigation/);
  });

  it('sends nothing if the field does not hold the whole text', async () => {
    await go('/short');
    const { data, page } = await world.ok('fill', ...words('#q', 'coffee'), '--submit');
    expect(data).toMatchObject({ filled: false });
    expect(data).not.toHaveProperty('submit');
    expect(page.title).toBe('Short');
  });

  it('presses Enter in an editor that sends a message with it', async () => {
    await go('/fields');
    const { submit } = await world.data('fill', ...words('#letter', 'Hello'), '--submit');
    expect(submit).toMatchObject({ default: 'insert', effect: {} });
  });
});
