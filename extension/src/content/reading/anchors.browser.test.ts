import { afterEach, describe, expect, test } from 'vitest';
import { withAccessibility } from '../accessibility/accessible.ts';
import { hrefOf, shownAnchors, textOfAnchor } from './anchors.ts';

function linksOf(html: string) {
  document.body.innerHTML = html;
  return [...shownAnchors(document.body)].map(({ element }) => element);
}

const hrefs = (html: string) => linksOf(html).map(hrefOf);
const texts = (html: string) => withAccessibility(() => linksOf(html).map(textOfAnchor));

afterEach(() => {
  document.body.innerHTML = '';
  document.querySelector('base')?.remove();
});

describe('URLs of anchors', () => {
  test('are resolved by the browser', () => {
    document.head.insertAdjacentHTML('beforeend', '<base href="https://base.test/dir/">');
    const html = `<a href="page">a</a><a href="../up">b</a><a href="?q=ä ö">c</a><a href="">d</a><a href="//x.test">e</a>
      <a href=" javascript:void(0) ">f</a><a href="mailto:a@b.test?subject=x">g</a><a href="tel:+49 30">h</a>
      <a href="https://[broken">i</a><a name=x>no link</a>
      <svg width=9 height=9><a href="svg"><text y=9>j</text></a><a xlink:href="old"><text y=9>k</text></a></svg>`;
    expect(hrefs(html)).toEqual([
      'https://base.test/dir/page',
      'https://base.test/up',
      'https://base.test/dir/?q=%C3%A4%20%C3%B6',
      'https://base.test/dir/',
      'https://x.test/',
      'javascript:void(0)',
      'mailto:a@b.test?subject=x',
      'tel:+49 30',
      'https://[broken',
      'https://base.test/dir/svg',
      'https://base.test/dir/old',
    ]);
  });

  test('are cut if they contain data, and are whole otherwise', () => {
    const long = `https://x.test/${'y'.repeat(5000)}`;
    const [data, url] = hrefs(`<a href="data:text/plain,${'y'.repeat(5000)}">a</a><a href="${long}">b</a>`);
    expect(data).toBe(`data:text/plain,${'y'.repeat(84)}…`);
    expect(url).toBe(long);
  });
});

describe('the text of an anchor', () => {
  test.each([
    ['on one line', '<a href=#><p>a</p> <p>b\n c</p></a>', 'a b c'],
    ['of any script', '<a href=# dir=rtl>مرحبا <b>بالعالم</b> 👩‍👩‍👧</a>', 'مرحبا بالعالم 👩‍👩‍👧'],
    ['without what is hidden', '<a href=#>a<span hidden>b</span></a>', 'a'],
    ['of a picture', '<a href=#><img alt="Home page"></a>', 'Home page'],
    ['of a label', '<a href=# aria-label="Close it"></a>', 'Close it'],
    ['of a title', '<a href=# title="A title" aria-hidden=true></a>', 'A title'],
    ['of nothing else', '<a href="#end"></a>', '#end'],
    ['of an SVG link', '<svg width=9 height=9><a href=#><text y=9>drawn</text></a></svg>', 'drawn'],
  ])('%s', (_, html, expected) => {
    expect(texts(html)).toEqual([expected]);
  });

  test('is cut between characters', () => {
    const [text] = texts(`<a href=#>${'x'.repeat(299)}😀😀</a>`);
    expect(text).toBe(`${'x'.repeat(299)}…`);
  });
});
