import type { ForwardedParams } from '@bproxy/shared';
import { afterEach, describe, expect, it, test } from 'vitest';
import { runInTestPage } from '../../testing/run-in-page.ts';
import { dom } from './dom.ts';
import { elements } from './elements.ts';
import { inspect } from './inspect.ts';
import { links } from './links.ts';
import { snapshot } from './snapshot.ts';
import { text } from './text.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

async function linesOf(html: string, params: ForwardedParams<'snapshot'> = {}): Promise<string[]> {
  document.body.innerHTML = html;
  const { tree } = await runInTestPage('snapshot', snapshot, params, { firstHandle: 1 });
  return tree.split('\n');
}

async function textOf(selector: string): Promise<string> {
  return (await runInTestPage('text', text, { selector })).text;
}

describe('aria-owns', () => {
  const bar = '<div role="toolbar" id="bar"><button>Bold</button><button>Italic</button></div>';
  const shown = ['toolbar', ' button "Bold" [el1]', ' button "Italic" [el2]'];

  it.each([
    ['is hidden', `<button hidden aria-owns="bar">More</button>${bar}`],
    ['is in a part without visibility', `<p style="visibility:hidden"><b aria-owns="bar">x</b></p>${bar}`],
    ['is inert', `<div inert><button aria-owns="bar">More</button></div>${bar}`],
    ['is hidden from assistive technology', `<i aria-hidden="true" aria-owns="bar">x</i>${bar}`],
    ['is inside of what it names', bar.replace('</div>', '<i aria-owns="bar"></i></div>')],
  ])('removes nothing if the owner %s', async (_, html) => {
    expect(await linesOf(html)).toEqual(shown);
  });

  it('removes nothing from a part of the page that is read alone', async () => {
    const html = `<div role="group" aria-label="G" aria-owns="bar"></div><main>${bar}</main>`;
    expect(await linesOf(html, { selector: 'main' })).toEqual(['main', ...shown.map((line) => ` ${line}`)]);
  });

  it('removes nothing if the owner is a field, whose content is never read', async () => {
    const lines = await linesOf(`<input aria-label="I" aria-owns="bar">${bar}`);
    expect(lines).toHaveLength(4);
  });

  it('loses nothing in a cycle, and gives an element to the first owner in the read', async () => {
    const circle = await linesOf(
      '<div role="group" aria-label="A" id="a" aria-owns="b"><button>One</button></div>' +
        '<div role="group" aria-label="B" id="b" aria-owns="a"><button>Two</button></div>',
    );
    expect(circle).toEqual(['group "A"', ' button "One" [el1]', ' group "B"', '  button "Two" [el2]']);
    const two = await linesOf(
      `<div role="group" aria-label="A" hidden aria-owns="bar"></div>${bar}` +
        '<div role="group" aria-label="B" aria-owns="bar"></div><div role="group" aria-label="C" aria-owns="bar"></div>',
    );
    expect(two).toEqual(['group "B"', ...shown.map((line) => ` ${line}`), 'group "C"']);
  });
});

describe('a private-use character', () => {
  test.each([
    ['beside words', '<button>\uf1f8 Delete</button>', 'Delete'],
    ['with a tooltip', '<button title="Delete">\uf1f8</button>', 'Delete'],
    ['of plane 15', '<button title="Delete">\u{f01b4}</button>', 'Delete'],
    ['of plane 16', '<button title="Delete">\u{100001}</button>', 'Delete'],
    ['with a tooltip of its own', '<button><i title="Delete">\uf1f8</i></button>', 'Delete'],
    ['beside a drawing', '<button>\uf1f8<svg><use href="/all.svg#trash"></use></svg></button>', 'trash'],
    [
      'written by a style',
      '<style>.t::before{content:"\uf1f8"}</style><button title="Delete"><i class="t"></i></button>',
      'Delete',
    ],
    ['as a label', '<button aria-label="\uf1f8" title="Delete"></button>', 'Delete'],
  ])('%s is not a name', async (_, html, name) => {
    expect(await linesOf(html)).toEqual([`button "${name}" [el1]`]);
    const { elements: found } = await runInTestPage('elements', elements, {}, { firstHandle: 1 });
    expect(found[0]?.label).toBe(name);
  });

  test('leaves a control without a name if it has no other words', async () => {
    expect(await linesOf('<button>\uf1f8</button>')).toEqual(['button [el1]']);
  });

  test('is left out of texts and links', async () => {
    document.body.innerHTML = '<p>\uf015 Home</p><a href="/x" title="Bin">\uf1f8</a>';
    expect(await textOf('p')).toBe('Home');
    const found = await runInTestPage('links', links, {}, { firstHandle: 1 });
    expect(found.links[0]?.text).toBe('Bin');
    expect(await linesOf('<p>\uf015 Home 🙂</p>')).toEqual(['"Home 🙂"']);
  });

  test('is not needed for a drawing to name its control', async () => {
    const html = '<button><svg><use href="#trash"></use></svg></button>';
    expect(await linesOf(html)).toEqual(['button "trash" [el1]']);
  });
});

test('a frame of the same site is listed with its current URL, not its first one', async () => {
  document.body.innerHTML = '<iframe title="F" src="about:blank" width="300" height="200"></iframe>';
  const frame = document.querySelector('iframe');
  const loaded = new Promise((resolve) => frame?.addEventListener('load', resolve, { once: true }));
  frame?.contentWindow?.location.replace(new URL('/moved-here', location.href));
  await loaded;
  const { tree } = await runInTestPage('snapshot', snapshot, {}, { firstHandle: 1 });
  expect(tree).toContain('/moved-here');
});

test('the text of a field is its whole value, and never a password', async () => {
  document.body.innerHTML = `<textarea></textarea><input id="i"><input id="p" type="password" value="hunter2">`;
  const area = document.querySelector('textarea');
  if (area) area.value = 'x\n'.repeat(2_000);
  const input = document.querySelector<HTMLInputElement>('#i');
  if (input) input.value = 'typed';
  expect(await textOf('textarea')).toBe('x\n'.repeat(2_000));
  expect(await textOf('#i')).toBe('typed');
  expect(await textOf('#p')).toBe('');
});

test('an editable region is a textbox with its text', async () => {
  const html =
    '<div contenteditable aria-label="Note">Some <b>text</b></div><p contenteditable="false">Fixed</p>';
  expect(await linesOf(html)).toEqual(['textbox "Note" = "Some text" [el1]', '"Fixed"']);
  const found = await runInTestPage('elements', elements, {}, { firstHandle: 1 });
  expect(found.elements).toMatchObject([{ role: 'textbox', value: 'Some text' }]);
});

test('hidden popups leave no lines', async () => {
  const items = '<li role="none"><a role="menuitem" href="#">x</a></li><li>y</li>'.repeat(50);
  const html = `<div style="visibility:hidden"><ul role="menu">${items}</ul><table><tr><td>z</td></tr></table>
    <ul><li><b style="visibility:visible">Seen</b></li></ul></div>`;
  expect(await linesOf(html)).toEqual(['list', ' - "Seen"']);
});

describe('dom --all', () => {
  test('gives hidden parts and every attribute, but no value of a field', async () => {
    document.body.innerHTML =
      '<div id="r"><p hidden data-x="1" aria-live="polite">a</p><input value="secret" data-y="2"></div>';
    const read = await runInTestPage('dom', dom, { selector: '#r', all: true });
    expect(read.html).toBe(
      '<div id="r"><p hidden="" data-x="1" aria-live="polite">a</p><input data-y="2"></div>',
    );
  });

  test('goes as deep as requested', async () => {
    document.body.innerHTML = `${'<div>'.repeat(40)}bottom${'</div>'.repeat(40)}`;
    expect((await runInTestPage('dom', dom, { depth: 1_000_000 })).html).toContain('bottom');
  });
});

test('inspect is cut by size, and reports the cut', async () => {
  document.body.innerHTML = `<p aria-label="${'x'.repeat(10_000)}">a</p>`.repeat(120);
  const read = await runInTestPage('inspect', inspect, { selector: 'p', limit: 100_000 });
  expect(read).toMatchObject({ total: 120, truncated: true });
  expect(read.elements.length).toBeGreaterThan(50);
  expect(read.elements.length).toBeLessThan(100);
});

describe('content that is scrolled out of a box', () => {
  it('is listed, because it can be scrolled back', async () => {
    document.body.innerHTML = `<div id="box" style="position:fixed;top:0;height:100px;overflow:auto">
      <input aria-label="First"><p style="height:500px"></p><input aria-label="Last"></div>`;
    document.querySelector('#box')?.scrollTo(0, 1_000);
    const { elements: listed } = await runInTestPage('elements', elements, {});
    expect(listed.map(({ label }) => label)).toEqual(['First', 'Last']);
  });
});

describe('a clickable element without a role', () => {
  it('has a handle if it says that it opens something', async () => {
    expect(await linesOf('<span aria-expanded="false">fruit</span><span>2 days ago</span>')).toEqual([
      'clickable [el1]',
      ' "fruit"',
      '"2 days ago"',
    ]);
    expect(await linesOf('<div aria-haspopup="menu">More</div>')).toHaveLength(2);
  });

  it('has a handle if it can be dragged, whatever its role', async () => {
    expect(await linesOf('<ul><li draggable="true">One</li><li draggable="false">Two</li></ul>')).toEqual([
      'list',
      ' - [el1]',
      '  "One"',
      ' - "Two"',
    ]);
  });

  const day = (style: string) => `<span tabindex="-1" aria-label="March 9, 2026" style="${style}">9</span>`;

  it('gets a handle if it has a name, a tabindex and a hand as the pointer', async () => {
    expect(await linesOf(day('cursor:pointer'))).toEqual(['clickable "March 9, 2026" [el1]']);
    expect(await linesOf(day('cursor:default'))).toEqual(['"9"']);
  });

  it('is listed by its few words', async () => {
    document.body.innerHTML = `<div tabindex="0">Rome</div><div tabindex="0">${'many '.repeat(30)}</div>`;
    const { elements: listed } = await runInTestPage('elements', elements, {});
    expect(listed.map(({ label }) => label)).toEqual(['Rome', undefined]);
  });

  it('gets a handle as a header that sorts, unless it contains a button for that', async () => {
    const header = (inside: string) =>
      `<div role="row"><div role="columnheader" aria-sort="none">${inside}</div></div>`;
    expect((await linesOf(header('Town')))[1]).toBe(' columnheader [el1]');
    expect((await linesOf(header('<button>Town</button>')))[1]).toBe(' columnheader button "Town" [el1]');
  });
});
