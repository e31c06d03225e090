import type { ForwardedParams, WireResult } from '@bproxy/shared';
import { afterEach, expect, test } from 'vitest';
import { runInTestPage } from '../../testing/run-in-page.ts';
import { images } from './images.ts';

async function read(params: ForwardedParams<'images'> = {}): Promise<WireResult<'images'>> {
  return runInTestPage('images', images, params);
}

/** An image with a natural size of forty by thirty. */
const DRAWN =
  'data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22 width=%2240%22 height=%2230%22/>';

async function imagesOf(html: string, params: ForwardedParams<'images'> = {}) {
  document.body.innerHTML = html;
  await Promise.allSettled(
    [...document.images].filter(({ src }) => src === DRAWN).map((image) => image.decode()),
  );
  return (await read(params)).images;
}

afterEach(() => {
  document.body.innerHTML = '';
});

test('the size of an image is the natural one, or else the one on the screen', async () => {
  const html = `<img src='${DRAWN}' alt=a width=400 height=300><img src=/none.png alt=b width=20 height=10>`;
  const [natural, rendered] = await imagesOf(html);
  expect(natural).toMatchObject({ alt: 'a', width: 40, height: 30 });
  expect(rendered).toEqual({ src: `${location.origin}/none.png`, alt: 'b', width: 20, height: 10 });
});

test('the source of an image is the one that the browser chose, and data is cut', async () => {
  const html = `<picture><source srcset="/chosen.png"><img src="/other.png" width=9 height=9></picture>
    <img src='${DRAWN}<!--${'x'.repeat(90)}-->'>`;
  document.body.innerHTML = html;
  await expect.poll(() => document.images[0]?.currentSrc).toContain('chosen');
  const [chosen, data] = (await read()).images;
  expect(chosen?.src).toBe(`${location.origin}/chosen.png`);
  expect(data?.src).toMatch(/^data:image\/svg\+xml,.{81}…$/);
});

test('alt is the alternative text, or else the name', async () => {
  const size = 'width=9 height=9 src=/x.png';
  const html = `<img ${size} alt="  a\n b "><img ${size} alt=""><img ${size}><img ${size} aria-label=label>
    <img ${size} title=title><input type=image alt=Search ${size}>
    <svg width=9 height=9><image href="/in.png" width=9 height=9 aria-label=drawn /></svg>`;
  expect((await imagesOf(html)).map(({ alt }) => alt)).toEqual([
    'a b',
    '',
    '',
    'label',
    'title',
    'Search',
    'drawn',
  ]);
});

test('invisible images are left out', async () => {
  const size = 'width=9 height=9 src=/x.png';
  const html = `<img ${size} hidden><div style="display:none"><img ${size}></div><img ${size} style="visibility:hidden">
    <img src='${DRAWN}' width=1 height=1 alt=tracker><img width=9 height=9 alt="no source"><img src="" width=9 height=9>
    <input type=text ${size}><svg width=9 height=9><image width=9 height=9 /></svg><canvas></canvas>
    <img ${size} alt=shown><div style="display:contents"><img ${size} alt=too></div>`;
  expect((await imagesOf(html)).map(({ alt }) => alt)).toEqual(['shown', 'too']);
});

test('lazy images that are not yet scrolled to are listed', async () => {
  const html = '<div style="height:90000px"></div><img loading=lazy src=/later.png alt=later>';
  expect(await imagesOf(html)).toMatchObject([{ src: `${location.origin}/later.png`, alt: 'later' }]);
});

test('shadow trees are read in screen order, only below the selector', async () => {
  const size = 'width=9 height=9 src=/x.png';
  const html = `<div id=h><img ${size} alt=2></div><img ${size} alt=3>`;
  document.body.innerHTML = html;
  const root = document.querySelector('#h')?.attachShadow({ mode: 'open' });
  if (root) root.innerHTML = `<img ${size} alt=1><slot></slot>`;
  expect((await read()).images.map(({ alt }) => alt)).toEqual(['1', '2', '3']);
  expect((await read({ selector: '#h' })).images.map(({ alt }) => alt)).toEqual(['1', '2']);
});

test('the first 500 images are listed, and all are counted', async () => {
  document.body.innerHTML = '<img src=/x.png width=2 height=2>'.repeat(501);
  const { images: listed, truncated, total } = await read();
  expect([listed.length, truncated, total]).toEqual([500, true, 501]);
});
