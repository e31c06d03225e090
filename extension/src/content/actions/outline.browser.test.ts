import type { FrameInfo, WireResult } from '@bproxy/shared';
import { afterEach, describe, expect, test } from 'vitest';
import { runInTestPage } from '../../testing/run-in-page.ts';
import type { PageTools } from './handler.ts';
import { outline } from './outline.ts';

async function read(): Promise<WireResult<'outline'>> {
  let frames: FrameInfo[] = [];
  const foundFrames: PageTools['foundFrames'] = (found) => {
    frames = found.map(({ info }) => info);
  };
  const data = await runInTestPage('outline', outline, {}, { foundFrames });
  return { ...data, ...(frames.length > 0 ? { frames } : {}) };
}

async function outlineOf(html: string) {
  document.body.innerHTML = html;
  return read();
}

const landmarksOf = async (html: string) =>
  (await outlineOf(html)).landmarks.map(({ tag, role, label }) => [tag, role, label ?? ''].join(' ').trim());
const headingsOf = async (html: string) =>
  (await outlineOf(html)).headings.map(({ level, text }) => `${level} ${text}`);

afterEach(() => {
  document.body.innerHTML = '';
});

describe('landmarks of an outline', () => {
  test.each([
    [
      'by tag',
      '<header></header><nav></nav><search></search><main></main><aside></aside><footer></footer>',
      [
        'header banner',
        'nav navigation',
        'search search',
        'main main',
        'aside complementary',
        'footer contentinfo',
      ],
    ],
    [
      'by role',
      '<div role=banner></div><div role="bogus search"></div><ul role=navigation></ul><nav role=none></nav>',
      ['div banner', 'div search', 'ul navigation'],
    ],
    ['named by a label', '<nav aria-label="Site  menu"></nav>', ['nav navigation Site menu']],
    ['named by another', '<h2 id=h>News</h2><section aria-labelledby=h></section>', ['section region News']],
    [
      'forms and regions only with names',
      '<form></form><section></section><div role=region></div><form aria-label=F>',
      ['form form F'],
    ],
    ['not in an article', '<article><header></header><footer></footer></article>', []],
    [
      'not hidden',
      '<nav hidden></nav><div style="display:none"><main></main></div><aside style="visibility:hidden">',
      [],
    ],
    ['without a box', '<main style="display:contents"></main>', ['main main']],
  ])('%s', async (_, html, expected) => {
    expect(await landmarksOf(html)).toEqual(expected);
  });
});

describe('headings of an outline', () => {
  test.each([
    ['by tag', '<h1>a</h1><h6>b</h6>', ['1 a', '6 b']],
    [
      'by role',
      '<p role=heading aria-level=3>a</p><p role=heading>b</p><h2 role=none>c</h2>',
      ['3 a', '2 b'],
    ],
    ['on one line', '<h1>a <b>b</b><br>c<span hidden>d</span></h1>', ['1 a b c']],
    ['of any script', '<h1 dir=rtl>שלום 👋🏽</h1>', ['1 שלום 👋🏽']],
    ['drawn', '<h1><img alt=Logo></h1>', ['1 Logo']],
    ['not empty or hidden', '<h1></h1><h2 hidden>a</h2><h3><i hidden>b</i></h3>', []],
    ['seen though hidden from readers', '<h1 aria-hidden=true>a</h1>', ['1 a']],
  ])('%s', async (_, html, expected) => {
    expect(await headingsOf(html)).toEqual(expected);
  });
});

describe('frames of an outline', () => {
  test('are all visible frames, with their URL and size', async () => {
    const html = `<iframe src="https://other.test/x" title="A map" width=300 height=200></iframe>
      <iframe srcdoc="<p>hi" name=doc width=30 height=20 style="border:0"></iframe><iframe></iframe>
      <iframe hidden></iframe><iframe width=1 height=1 style="border:0"></iframe>`;
    expect((await outlineOf(html)).frames).toEqual([
      { url: 'https://other.test/x', requested: true, title: 'A map', width: 304, height: 204 },
      { url: 'about:srcdoc', requested: true, title: 'doc', width: 30, height: 20 },
      { url: 'about:blank', width: 304, height: 154 },
    ]);
  });

  test('are listed with their current URL, not their first one', async () => {
    document.body.innerHTML = `<iframe src="data:text/html,x"></iframe>`;
    const frame = document.querySelector('iframe');
    if (!frame) throw new Error('no frame');
    frame.src = `${location.origin}/frame-of-a-test?1`;
    await expect.poll(() => frame.contentDocument?.URL).toContain('?1');
    frame.contentWindow?.history.replaceState(null, '', '/moved');
    expect((await read()).frames).toMatchObject([{ url: `${location.origin}/moved` }]);
  });
});

test('an outline reads shadow trees and slots in screen order', async () => {
  document.body.innerHTML = '<div id=h><h2>slotted</h2><h2 slot=none>unseen</h2></div><h1>last</h1>';
  const root = document.querySelector('#h')?.attachShadow({ mode: 'open' });
  if (root) root.innerHTML = '<nav aria-label=Inner><h3>first</h3></nav><slot></slot>';
  expect(await read()).toEqual({
    landmarks: [{ tag: 'nav', role: 'navigation', label: 'Inner' }],
    headings: [
      { level: 3, text: 'first' },
      { level: 2, text: 'slotted' },
      { level: 1, text: 'last' },
    ],
  });
});

test('a broken form does not affect the rest of an outline', async () => {
  const html =
    '<h1>a</h1><form aria-label=F><input name=getAttribute><input name=childNodes><h2>b</h2></form><h3>c</h3>';
  expect(await headingsOf(html)).toEqual(['1 a', '2 b', '3 c']);
});

test('an outline lists 300 of a kind, and counts all', async () => {
  const { landmarks, headings, truncated, total } = await outlineOf(
    `<nav></nav><nav></nav>${'<h2>h</h2>'.repeat(301)}`,
  );
  expect([landmarks.length, headings.length, truncated, total]).toEqual([2, 300, true, 303]);
});
