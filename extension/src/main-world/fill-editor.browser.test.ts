import { afterEach, describe, expect, test } from 'vitest';
import { EDITOR_NAMES } from './editor-names.ts';
import { fillEditor } from './fill-editor.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

/** Stands for an editor that puts an object with a plain API on its element. */
function pinned(html: string, api: { set?: (text: string) => string; readOnly?: boolean } = {}): Element {
  document.body.innerHTML = html;
  const host = document.querySelector('#host') ?? document.body;
  let held = 'old';
  Reflect.set(host, EDITOR_NAMES.lines.property, {
    setValue: (text: string) => {
      held = api.set ? api.set(text) : text;
    },
    getValue: () => held,
    getOption: () => api.readOnly ?? false,
  });
  return host;
}

const fill = (selector: string, value = 'new') => fillEditor({ selector }, value, EDITOR_NAMES);

describe('the source of the function', () => {
  const text = fillEditor.toString();

  test('names neither bproxy nor an editor library', () => {
    expect(text).not.toMatch(
      /bproxy|extension|chrome|quill|lexical|prosemirror|tiptap|codemirror|\bace\b|monaco|slate|react|\bcm(?:Tile|View)|\bpm[A-Z]|ql-/i,
    );
    expect(text).not.toMatch(/console|postMessage|localStorage|addEventListener|MutationObserver/);
  });

  test('runs alone, as Chrome sends it into a page', async () => {
    pinned('<div id=host>editor</div>');
    expect(await fillAlone()).toEqual({ ok: true, filled: true, verifiedValue: 'x' });
  });

  test('is out of reach for the page functions that it calls', async () => {
    const callers: unknown[] = [];
    const set: (text: string) => string = new Function(
      'callers',
      'return function set(text) { callers.push(set.caller); return text; }',
    )(callers);
    const host = pinned('<div id=host>editor</div>');
    Reflect.set(Object(Reflect.get(host, EDITOR_NAMES.lines.property)), 'setValue', set);
    await fillAlone();
    expect(callers).toEqual([null]);
  });

  async function fillAlone(): Promise<unknown> {
    const alone: unknown = new Function(`return (${text})`)();
    if (typeof alone !== 'function') throw new Error('not a function');
    return Reflect.apply(alone, undefined, [{ selector: '#host' }, 'x', EDITOR_NAMES]);
  }
});

test('the function reports the text that the editor holds afterwards', async () => {
  pinned('<div id=host>editor</div>', { set: (text) => text.toUpperCase() });
  expect(await fill('#host')).toEqual({ ok: true, filled: false, verifiedValue: 'NEW' });
});

test('different line ends and a final line end count as the same text', async () => {
  pinned('<div id=host>editor</div>', { set: (text) => `${text.replaceAll('\r\n', '\n')}\n` });
  expect(await fill('#host', 'a\r\nb')).toMatchObject({ filled: true });
});

test('an editor that throws gives an answer, which says that the write had begun', async () => {
  pinned('<div id=host>editor</div>', {
    set: () => {
      throw new Error('a secret of the page');
    },
  });
  expect(await fill('#host')).toEqual({ ok: false, reason: 'failed', acted: true });
});

test('the function goes through open shadow roots, only along the route', async () => {
  document.body.innerHTML = '<div id=outer></div><div id=bare></div>';
  const root = document.querySelector('#outer')?.attachShadow({ mode: 'open' });
  if (!root) throw new Error('no root');
  root.innerHTML = '<div id=inner>editor</div>';
  let held = '';
  Reflect.set(root.querySelector('#inner') ?? root, EDITOR_NAMES.lines.property, {
    setValue: (text: string) => {
      held = text;
    },
    getValue: () => held,
    getOption: () => false,
  });
  const by = (host: string) =>
    fillEditor({ route: { hosts: [{ selector: host }], target: '#inner' } }, 'deep', EDITOR_NAMES);
  expect(await by('#outer')).toMatchObject({ filled: true, verifiedValue: 'deep' });
  expect(await by('#bare')).toEqual({ ok: false, reason: 'closed-shadow', selector: '#bare' });
  expect(await fill('#inner')).toMatchObject({ reason: 'not-found' });
});

test.each([
  ['<div id=host style="visibility:hidden">e</div>', 'invisible'],
  ['<div id=host style="opacity:0">e</div>', 'invisible'],
  ['<div inert><div id=host>e</div></div>', 'disabled'],
  ['<div id=host aria-disabled=true>e</div>', 'disabled'],
  ['<div id=host aria-readonly=true>e</div>', 'read-only'],
  ['<div id=host contenteditable=false>e</div>', 'read-only'],
])('%s is %s', async (html, reason) => {
  pinned(html);
  expect(await fill('#host')).toEqual({ ok: false, reason });
});

test('an editor that reports itself read-only is not written to', async () => {
  pinned('<div id=host>e</div>', { readOnly: true });
  expect(await fill('#host')).toEqual({ ok: false, reason: 'read-only' });
});

test('two editors inside the target are one too many', async () => {
  const first = pinned('<main><div id=host>e</div><div id=second>e</div></main>');
  const api: unknown = Reflect.get(first, EDITOR_NAMES.lines.property);
  Reflect.set(document.querySelector('#second') ?? first, EDITOR_NAMES.lines.property, { ...Object(api) });
  expect(await fill('main')).toEqual({ ok: false, reason: 'several-editors' });
});

test.each([
  [{ tag: 'p' }, 'changed'],
  [{ tag: 'div', role: 'button', name: 'Note' }, 'changed'],
  [{ tag: 'div', role: 'textbox', name: 'Other' }, 'changed'],
  [{ tag: 'div', role: 'textbox', name: 'Note' }, undefined],
])('a handle for %j: %s', async (expectation, reason) => {
  pinned('<div id=host role=textbox aria-label="Note">e</div>');
  const answer = await fillEditor({ selector: '#host', expect: expectation }, 'x', EDITOR_NAMES);
  expect('reason' in answer ? answer.reason : undefined).toBe(reason);
});

test('nothing is written once the deadline has passed', async () => {
  const written: string[] = [];
  pinned('<div id=host>editor</div>', { set: (text) => written[written.push(text) - 1] ?? '' });
  const late = await fillEditor({ selector: '#host' }, 'new', EDITOR_NAMES, false, Date.now() - 1);
  expect(late).toEqual({ ok: false, reason: 'late' });
  expect(written).toEqual([]);
  const inTime = await fillEditor({ selector: '#host' }, 'new', EDITOR_NAMES, false, Date.now() + 60_000);
  expect(inTime).toMatchObject({ ok: true, filled: true });
});

test('a form with a field named parentElement does not make the search loop', async () => {
  document.body.innerHTML = '<form><input name="parentElement"><p id="p">text</p></form>';
  expect(await fill('#p')).toEqual({ ok: false, reason: 'no-editor' });
});
