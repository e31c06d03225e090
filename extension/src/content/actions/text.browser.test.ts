import { type ForwardedParams, ProtocolError } from '@bproxy/shared';
import { afterEach, describe, expect, test } from 'vitest';
import { runInTestPage } from '../../testing/run-in-page.ts';
import { text } from './text.ts';

async function read(params: ForwardedParams<'text'> = {}): Promise<string> {
  return (await runInTestPage('text', text, params)).text;
}

async function textOf(html: string): Promise<string> {
  document.body.innerHTML = html;
  return read();
}

async function errorOf(selector: string) {
  try {
    await read({ selector });
  } catch (error) {
    if (error instanceof ProtocolError) return error.error;
    throw error;
  }
  throw new Error('It did not fail.');
}

afterEach(() => {
  document.body.innerHTML = '';
});

describe('text keeps order and lines', () => {
  test.each([
    [
      'inline tags keep their place',
      '<p>One <b>two</b> three<i>!</i> <a href=#>four</a>.</p>',
      'One two three! four.',
    ],
    ['blocks make lines', '<div>a<div>b</div>c</div><section>d</section>', 'a\nb\nc\nd'],
    ['white space collapses', '<p>  a \n\t b  </p>\n\n<p> c</p>', 'a b\nc'],
    ['spaces between inline elements survive', '<b>a</b> <i>b</i>\n<u>c</u>', 'a b c'],
    ['a break in a line', '<p>a<br>b<br><br>c<br></p><p>d</p>', 'a\nb\n\nc\nd'],
    ['preformatted text', '<pre>a\n  b\n\n\tc\n</pre><p>d</p>', 'a\n  b\n\n\tc\nd'],
    ['white-space: pre-line', '<p style="white-space:pre-line">a   b\n c</p>', 'a b\nc'],
    ['flex items are blocks', '<div style="display:flex"><span>a</span><span>b</span></div>', 'a\nb'],
    ['buttons stand apart', '<button>Save</button><button>Cancel</button>', 'Save Cancel'],
    ['letters in boxes are one word', '<span style="display:inline-block">H</span>ello', 'Hello'],
  ])('%s', async (_, html, expected) => {
    expect(await textOf(html)).toBe(expected);
  });
});

describe('text of lists and tables', () => {
  test.each([
    ['items', '<ul><li>a</li><li><p>b</p></li><li></li></ul>c', '- a\n- b\nc'],
    ['nested lists', '<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>', '- a\n  - b\n- c'],
    [
      'items shown in a row',
      '<ul style="display:flex"><li>a</li><li style="display:inline">b</li></ul>',
      '- a\n- b',
    ],
    [
      'cells are parted by tabs',
      '<p>x</p><table><caption>cap</caption><tr><th>h1<th>h2</tr><tr><td>a<td>b</tr></table><p>y</p>',
      'x\ncap\nh1\th2\na\tb\ny',
    ],
    ['blocks do not break a row', '<table><tr><td><p>a</p></td><td><div>b</div></td></tr></table>', 'a\tb'],
    [
      'empty cells keep their columns',
      '<table><tr><td>a<td><td>c</tr><tr><td><td>e<td></tr><tr><td>g</tr></table>',
      'a\t\tc\n\te\ng',
    ],
  ])('%s', async (_, html, expected) => {
    expect(await textOf(html)).toBe(expected);
  });
});

describe('hidden text is left out', () => {
  test.each([
    ['display: none', 'a<p style="display:none">b</p>', 'a'],
    ['the hidden attribute', 'a<p hidden>b</p><p hidden=until-found>c</p>', 'a'],
    ['visibility', 'a<p style="visibility:hidden">b<b style="visibility:visible">c</b></p>', 'a\nc'],
    ['closed details', '<details><summary>s</summary>t<p>u</p></details>', 's'],
    ['open details', '<details open><summary>s</summary>t<p>u</p></details>', 's\nt\nu'],
    ['content-visibility', '<div style="content-visibility:hidden">a<p>b</p></div>c', 'c'],
    ['code', 'a<script>b</script><style>c</style><noscript>d</noscript><template>e</template>', 'a'],
    ['values', '<input value=a><textarea>b</textarea>c', 'c'],
    ['options that do not show', '<select><option>a<option selected>b</select>', 'b'],
    ['fallbacks', '<iframe>a</iframe><video>b</video><canvas>c</canvas>d', 'd'],
  ])('%s', async (_, html, expected) => {
    expect(await textOf(html)).toBe(expected);
  });

  test('content-visibility: auto is shown, even far below the window', async () => {
    expect(await textOf('<div style="height:9000px"></div><p style="content-visibility:auto">x</p>')).toBe(
      'x',
    );
  });

  test('a wrapper with display: contents neither hides nor protects its text', async () => {
    expect(await textOf('<div style="display:contents"><p>a</p>b</div>')).toBe('a\nb');
    document.body.innerHTML = '<div hidden><div id=w style="display:contents">a</div></div>';
    expect(await read({ selector: '#w' })).toBe('');
    document.body.innerHTML = '<div><div id=w style="display:contents">a</div></div>';
    expect(await read({ selector: '#w' })).toBe('a');
  });
});

describe('the text of shadow trees', () => {
  function attach(host: Element | null, html: string): ShadowRoot {
    if (!host) throw new Error('no host');
    const root = host.attachShadow({ mode: 'open' });
    root.innerHTML = html;
    return root;
  }

  test('has slotted content in place of the slots, and nothing without a slot', async () => {
    document.body.innerHTML =
      '<div id=h>rest<b slot=end>last</b><i slot=none>unseen</i><b slot=start>first</b></div>after';
    attach(
      document.querySelector('#h'),
      '<slot name=start></slot>: <slot></slot> / <slot name=end></slot><slot name=empty>fallback</slot>',
    );
    expect(await read()).toBe('first: rest / lastfallback\nafter');
  });

  test('includes a slot passed on to a nested component', async () => {
    document.body.innerHTML = '<div id=o><p>light</p></div>';
    const outer = attach(document.querySelector('#o'), 'outer <div id=i><slot></slot></div>');
    attach(outer.querySelector('#i'), '<h2>inner</h2><slot></slot>');
    expect(await read()).toBe('outer\ninner\nlight');
  });

  test('leaves out hidden parts', async () => {
    document.body.innerHTML = '<div id=h><p>light</p></div>';
    attach(document.querySelector('#h'), '<div hidden><slot></slot></div>shown');
    expect(await read()).toBe('shown');
  });
});

describe('the selector of text', () => {
  test('reads a single match', async () => {
    document.body.innerHTML = '<main>a</main><aside>b</aside>';
    expect(await read({ selector: 'aside' })).toBe('b');
  });

  test('fails with no match, several matches or invalid CSS', async () => {
    document.body.innerHTML = '<p id=x>a</p><p name="it\'s &quot;b&quot;">b</p><div><p>c</p></div>';
    expect(await errorOf('.none')).toMatchObject({
      code: 'ELEMENT_NOT_FOUND',
      details: { selector: '.none' },
    });
    const { code, details } = await errorOf('p');
    expect([code, details?.['count']]).toEqual(['SELECTOR_AMBIGUOUS', 3]);
    const offered = details?.['selectors'];
    expect(
      Array.isArray(offered) ? offered.map((s) => document.querySelector(s)?.textContent) : null,
    ).toEqual(['a', 'b', 'c']);
    expect(await errorOf('p[')).toMatchObject({
      code: 'SCRIPT_ERROR',
      details: { selector: 'p[', cause: expect.stringContaining('not a valid selector') },
    });
  });
});

test('the time grows linearly with the page', async () => {
  const time = async (nodes: number) => {
    document.body.innerHTML = '<div><p>some <b>text</b> here</p></div>'.repeat(nodes / 4);
    document.body.getBoundingClientRect();
    const from = performance.now();
    const length = (await read()).length;
    expect(length).toBe((nodes / 4) * 15 - 1);
    return performance.now() - from;
  };
  await time(2000);
  const [small, large] = [await time(5000), await time(40_000)];
  expect(large).toBeLessThan(Math.max(small, 5) * 8 * 4);
  expect(large).toBeLessThan(3000);
});

test('deep nesting does not overflow the stack', async () => {
  let at: Element = document.body;
  for (let depth = 0; depth < 3000; depth++) at = at.appendChild(document.createElement('span'));
  at.textContent = 'deep';
  expect(await read()).toBe('deep');
});
