import type { ForwardedParams, WireResult } from '@bproxy/shared';
import { afterEach, describe, expect, test } from 'vitest';
import { runInTestPage } from '../../testing/run-in-page.ts';
import { dom } from './dom.ts';

async function read(params: ForwardedParams<'dom'> = {}): Promise<WireResult<'dom'>> {
  return runInTestPage('dom', dom, params);
}

/** The content of the body. */
async function domOf(html: string, depth = 6): Promise<string> {
  document.body.innerHTML = html;
  return (await read({ depth })).html.replace(/^<body>|<\/body>$/g, '');
}

afterEach(() => {
  document.body.innerHTML = '';
});

describe('the content of dom', () => {
  test.each([
    ['in its order', '<p>a <b>b</b> c<i>d</i></p>', '<p>a <b>b</b> c<i>d</i></p>'],
    [
      'with the attributes that tell',
      '<a id=a class="b c" href="/d" style="color:red" onclick="x()" data-x=1>e</a>',
      '<a id="a" class="b c" href="/d">e</a>',
    ],
    ['with void tags', 'a<br><img src=x alt="">', 'a<br><img src="x" alt="">'],
    [
      'with white space as the source had it',
      '<ul>\n\n   <li>a</li>\n <li>b\n  c</li></ul>',
      '<ul><li>a</li>\n<li>b c</li></ul>',
    ],
    ['with preformatted text', '<pre>a\n  b</pre>', '<pre>a\n  b</pre>'],
    [
      'without code and comments',
      'a<script>b</script><style>c</style><!--d--><template>e</template><noscript>f</noscript>',
      'a',
    ],
    [
      'without values',
      '<input type=password name=p value=secret><textarea>secret</textarea>',
      '<input name="p" type="password"><textarea>…</textarea>',
    ],
    [
      'without drawings',
      '<svg role=img aria-label=Logo><path d=""/></svg>',
      '<svg role="img" aria-label="Logo">…</svg>',
    ],
    [
      'with options',
      '<select name=s><optgroup label=g><option>a</optgroup><option>b<option hidden>c</select>',
      '<select name="s"><optgroup label="g"><option>a</option></optgroup><option>b</option></select>',
    ],
    [
      'without what is hidden',
      'a<p hidden>b</p><p style="display:none">c</p><p style="visibility:hidden">d<b>e</b></p>',
      'a',
    ],
    [
      'but with what shows in it',
      '<p style="visibility:hidden">a<b style="visibility:visible">b</b></p>',
      '<p><b>b</b></p>',
    ],
    ['without boxes', '<div style="display:contents"><p>a</p></div>', '<div><p>a</p></div>'],
    [
      'of closed details',
      '<details><summary>a</summary><p>b</p></details>',
      '<details><summary>a</summary></details>',
    ],
    ['of any script', '<p dir=rtl title="😀">שלום 👋🏽</p>', '<p title="😀">שלום 👋🏽</p>'],
  ])('%s', async (_, html, expected) => {
    expect(await domOf(html)).toBe(expected);
  });

  test('is escaped so that it parses as HTML again', async () => {
    document.body.innerHTML = '<p></p>';
    const value = "\"><b a='&amp;'>\n";
    const p = document.querySelector('p');
    p?.setAttribute('title', value);
    p?.append('<i>&lt;');
    const again = new DOMParser().parseFromString((await read()).html, 'text/html').querySelector('p');
    expect([again?.getAttribute('title'), again?.textContent]).toEqual([value, '<i>&lt;']);
  });

  test('has no long values', async () => {
    expect(await domOf(`<i title="${'x'.repeat(199)}😀"></i>`)).toBe(`<i title="${'x'.repeat(199)}…"></i>`);
  });
});

describe('the depth of dom', () => {
  const html = '<div>a<div>b<div>c<div>d</div></div> e</div></div>';
  test.each([
    [0, '…'],
    [1, '<div>a…</div>'],
    [2, '<div>a<div>b… e</div></div>'],
    [3, '<div>a<div>b<div>c…</div> e</div></div>'],
    [4, html],
  ])('can be %i', async (depth, expected) => {
    expect(await domOf(html, depth)).toBe(expected);
  });

  test('is three without a flag', async () => {
    document.body.innerHTML = html;
    expect((await read()).html).toBe('<body><div>a<div>b<div>c…</div> e</div></div></body>');
  });

  test('an ellipsis replaces many elements, and never hidden ones', async () => {
    expect(await domOf('<ul><li>a</li> <li>b</li>\n<li>c</li></ul>', 1)).toBe('<ul>…</ul>');
    expect(await domOf('<p><b>a</b> and <b>b</b></p>', 1)).toBe('<p>… and …</p>');
    expect(await domOf('<div><p hidden>a</p><script>b</script></div>', 1)).toBe('<div></div>');
  });
});

describe('shadow trees in dom', () => {
  test('are in templates, before the children that their slots show', async () => {
    document.body.innerHTML = '<div id=o>text<b slot=s>light</b><i slot=none>unseen</i></div>';
    const outer = document.querySelector('#o')?.attachShadow({ mode: 'open' });
    if (!outer) throw new Error('no shadow');
    outer.innerHTML = '<style>x</style><div id=i><slot name=s>fallback</slot></div><slot name=e>else</slot>';
    const inner = outer.querySelector('#i')?.attachShadow({ mode: 'open' });
    if (inner) inner.innerHTML = '<slot></slot>!';
    expect((await read()).html).toBe(
      '<body><div id="o"><template shadowrootmode="open"><div id="i"><template shadowrootmode="open"><slot></slot>!</template>' +
        '<slot name="s"></slot></div><slot name="e">else</slot></template><b slot="s">light</b></div></body>',
    );
    expect((await read({ depth: 1 })).html).toBe(
      '<body><div id="o"><template shadowrootmode="open">…</template>…</div></body>',
    );
  });
});

test('the root is shown even if hidden, with all its content', async () => {
  document.body.innerHTML = '<div id=h hidden>a<p>b</p><p hidden>c</p><script>d</script></div>';
  expect((await read({ selector: '#h' })).html).toBe('<div id="h">a<p>b</p><p>c</p></div>');
});

test('a selector has to match one element', async () => {
  document.body.innerHTML = '<p>a</p><p>b</p>';
  await expect(read({ selector: 'p' })).rejects.toMatchObject({ error: { code: 'SELECTOR_AMBIGUOUS' } });
});

test('a form whose fields shadow its properties is written correctly', async () => {
  const fields = ['childNodes', 'getAttribute', 'shadowRoot', 'localName', 'firstChild', 'parentElement'].map(
    (name) => `<input name="${name}">`,
  );
  const html = `<form id="f">${fields.join('')}</form>`;
  expect(await domOf(html)).toBe(html);
});

test('an endless page is written only far enough to show that it is long', async () => {
  document.body.innerHTML = `<p>${'some text '.repeat(100)}</p>`.repeat(4_000);
  const { html, truncated, total } = await read();
  expect([html.length, truncated]).toEqual([200_001, true]);
  expect(total).toBeGreaterThan(1_000_000);
  expect(total).toBeLessThan(1_010_000);
});

test('a wide page is cut at 200,000 characters, and the answer gives the full length', async () => {
  document.body.innerHTML = '<p>some text</p>'.repeat(20_000);
  const { html, truncated, total } = await read();
  expect([html.length, truncated, total]).toEqual([200_001, true, 20_000 * 16 + 13]);
});
