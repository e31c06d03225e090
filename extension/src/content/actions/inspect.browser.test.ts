import type { ForwardedParams, WireResult } from '@bproxy/shared';
import { afterEach, describe, expect, test } from 'vitest';
import { runInTestPage } from '../../testing/run-in-page.ts';
import { inspect } from './inspect.ts';

async function read(params: ForwardedParams<'inspect'>): Promise<WireResult<'inspect'>> {
  return runInTestPage('inspect', inspect, params);
}

async function first(html: string, params: ForwardedParams<'inspect'> = { selector: '#x' }) {
  document.body.innerHTML = html;
  const [element] = (await read(params)).elements;
  if (!element) throw new Error('nothing found');
  return element;
}

afterEach(() => {
  document.body.innerHTML = '';
  document.body.removeAttribute('style');
});

test('inspect reports the facts and the position of an element', async () => {
  const html = `<div style="position:absolute;left:10.126px;top:20px"><nav id=x class="a b" aria-label=Menu
    style="width:100px;height:50px;overflow:auto"><p style="margin:0">one <b>two</b></p><i hidden>three</i></nav></div>`;
  expect(await first(html)).toEqual({
    index: 0,
    tag: 'nav',
    id: 'x',
    classes: 'a b',
    role: 'navigation',
    ariaLabel: 'Menu',
    rect: { x: 10.13, y: 20, width: 100, height: 50 },
    computed: {
      display: 'block',
      visibility: 'visible',
      overflow: 'auto',
      overflowX: 'auto',
      overflowY: 'auto',
      position: 'static',
      opacity: '1',
      pointerEvents: 'auto',
    },
    children: 2,
    descendants: 3,
    textLength: 12,
    scrollable: false,
    selector: '#x',
  });
});

test('inspect reads properties by either name, and custom ones', async () => {
  const style = 'font-size:20px;-webkit-line-clamp:3;--My-size:4px;float:left;background-color:red';
  const properties = [
    'fontSize',
    'font-size',
    'webkitLineClamp',
    'WebkitLineClamp',
    '-webkit-line-clamp',
    '--My-size',
    'cssFloat',
    'backgroundColor',
    'noSuchThing',
  ];
  const { computed } = await first(`<p id=x style="${style}">a</p>`, { selector: '#x', properties });
  expect(Object.keys(computed)).toEqual(properties);
  expect(Object.values(computed)).toEqual([
    '20px',
    '20px',
    '3',
    '3',
    '3',
    '4px',
    'left',
    'rgb(255, 0, 0)',
    '',
  ]);
});

describe('matches of inspect', () => {
  test('are counted beyond the limit', async () => {
    document.body.innerHTML = '<p>a</p>'.repeat(60);
    expect(await read({ selector: 'body p' })).toMatchObject({ elements: { length: 10 }, total: 60 });
    const { elements } = await read({ selector: 'body p', limit: 50 });
    expect([elements.length, elements[49]?.index]).toEqual([50, 49]);
    expect(document.querySelector(elements[49]?.selector ?? '')).toBe(document.querySelectorAll('p')[49]);
  });

  test('may be none, which is not an error', async () => {
    expect(await read({ selector: '.none' })).toEqual({ elements: [], total: 0 });
  });

  test('need a valid selector', async () => {
    await expect(read({ selector: 'p[' })).rejects.toMatchObject({
      error: { code: 'SCRIPT_ERROR', details: { selector: 'p[' } },
    });
  });

  test('are found in open shadow roots, in page order, including hidden ones', async () => {
    document.body.innerHTML = '<p id=a>1</p><div id=h><p>3</p></div><p id=z hidden>4</p>';
    const root = document.querySelector('#h')?.attachShadow({ mode: 'open' });
    if (root) root.innerHTML = '<section><p>2</p></section>';
    const { elements, total } = await read({ selector: 'p' });
    expect(total).toBe(4);
    expect(elements.map(({ selector }) => selector)).toEqual(['#a', 'p', '#h > p:nth-of-type(1)', '#z']);
    expect(elements[3]?.computed['display']).toBe('none');
    expect((await read({ selector: '#h' })).elements).toMatchObject([{ children: 1, descendants: 3 }]);
  });
});

describe('inspect reports scrolling', () => {
  const tall = '<div style="height:500px"></div>';
  test('of a box', async () => {
    document.body.innerHTML = `<div id=x style="height:100px;overflow-y:scroll">${tall}</div>`;
    document.querySelector('#x')?.scrollTo(0, 40);
    expect((await read({ selector: '#x' })).elements).toMatchObject([
      { scrollable: true, scrollInfo: { scrollTop: 40, scrollHeight: 500, clientHeight: 100 } },
    ]);
  });

  test.each(['hidden', 'visible', 'clip'])('but not of a box with overflow: %s', async (overflow) => {
    const { scrollable, scrollInfo } = await first(
      `<div id=x style="height:100px;overflow:${overflow}">${tall}</div>`,
    );
    expect([scrollable, scrollInfo]).toEqual([false, undefined]);
  });

  test('of the window, unless the page forbids it', async () => {
    const html = '<div style="height:9000px"></div>';
    expect(await first(html, { selector: 'html' })).toMatchObject({ scrollable: true });
    document.body.style.overflow = 'hidden';
    expect(await first(html, { selector: 'html' })).toMatchObject({ scrollable: false });
  });
});

test('inspect cuts long lists of classes and counts descendants up to 10,000', async () => {
  const element = await first(`<div id=x class="${'class '.repeat(40)}">${'<i></i>'.repeat(10_050)}</div>`);
  expect([element.classes.length, element.children, element.descendants]).toEqual([101, 10_050, 10_000]);
});

test('inspect describes forms whose fields shadow their properties, and SVG', async () => {
  const fields = [
    'getRootNode',
    'getAttribute',
    'childNodes',
    'scrollHeight',
    'scrollTop',
    'getBoundingClientRect',
    'id',
  ]
    .map((name) => `<input name=${name}>`)
    .join('');
  expect(await first(`<form id=x>${fields}text</form>`)).toMatchObject({
    tag: 'form',
    id: 'x',
    children: 7,
    textLength: 4,
    scrollable: false,
  });
  expect(await first('<svg id=x class=c width=20 height=10><g/></svg>')).toMatchObject({
    tag: 'svg',
    classes: 'c',
    rect: { width: 20, height: 10 },
  });
});
