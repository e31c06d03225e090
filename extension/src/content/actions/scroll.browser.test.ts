import type { ForwardedParams, WireResult } from '@bproxy/shared';
import { afterEach, describe, expect, test } from 'vitest';
import { handleOf } from '../../testing/handle-of.ts';
import { runInTestPage } from '../../testing/run-in-page.ts';
import { scroll } from './scroll.ts';

function run(params: ForwardedParams<'scroll'> = {}, announce = () => {}): Promise<WireResult<'scroll'>> {
  return runInTestPage('scroll', scroll, params, { announce });
}

function show(html: string): void {
  document.body.innerHTML = html;
}

function only(selector: string): Element {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`no ${selector}`);
  return element;
}

const TALL = '<div style="height:5000px">tall</div>';
const box = (id: string, content: string, style = '') =>
  `<div id=${id} style="height:200px;width:300px;overflow:auto;${style}">${content}</div>`;
const onBox = { target: { selector: '#box' } };

afterEach(() => {
  document.body.innerHTML = '';
  document.body.removeAttribute('style');
  document.documentElement.removeAttribute('style');
  document.documentElement.removeAttribute('dir');
  window.scrollTo({ top: 0, behavior: 'instant' });
});

describe('the viewport', () => {
  test('moves by 85 % of the visible height, and reports it', async () => {
    show(TALL);
    const step = Math.round(document.documentElement.clientHeight * 0.85);
    expect(await run()).toMatchObject({
      target: 'viewport',
      before: 0,
      after: step,
      scrolledPx: step,
      moved: true,
      stable: true,
      clientHeight: document.documentElement.clientHeight,
    });
    expect(window.scrollY).toBe(step);
    expect(await run({ by: 'viewport', direction: 'up' })).toMatchObject({ scrolledPx: -step, after: 0 });
  });

  test('does not move at its ends, which is not an error', async () => {
    show(TALL);
    expect(await run({ direction: 'up' })).toMatchObject({
      before: 0,
      after: 0,
      scrolledPx: 0,
      moved: false,
      stable: true,
    });
    const { after } = await run({ by: '9999999' });
    expect(await run()).toMatchObject({ before: after, after, moved: false, stable: true });
  });

  test.each([
    ['a number', { by: '300' }, 300],
    ['a number with its unit', { by: '+300px' }, 300],
    ['a sign', { by: '-100' }, -100],
    ['a direction', { by: '100px', direction: 'up' }, -100],
    ['a direction, which wins over a sign', { by: '-100', direction: 'down' }, 100],
    ['a direction up, which wins over a sign', { by: '-100', direction: 'up' }, -100],
    ['nothing at all', { by: '0' }, 0],
  ] as const)('scrolls by %s', async (_, params, scrolledPx) => {
    show(TALL);
    window.scrollTo({ top: 1_000, behavior: 'instant' });
    expect(await run(params)).toMatchObject({ before: 1_000, scrolledPx, moved: scrolledPx !== 0 });
  });

  test('of a page that scrolls smoothly reaches the requested position', async () => {
    show(TALL);
    document.documentElement.style.scrollBehavior = 'smooth';
    expect(await run({ by: '700' })).toMatchObject({ after: 700, stable: true });
  });

  test('of a page that moves it back is reported at its final position', async () => {
    show(TALL);
    const back = () => window.scrollTo({ top: 50, behavior: 'smooth' });
    window.addEventListener('scroll', back, { once: true });
    expect(await run({ by: '600' })).toMatchObject({ after: 50, scrolledPx: 50, moved: true, stable: true });
  });

  test('that never settles is reported as unstable', async () => {
    show(TALL);
    const timer = setInterval(() => window.scrollBy({ top: 3, behavior: 'instant' }), 10);
    const result = await run({ by: '100' });
    clearInterval(timer);
    expect(result).toMatchObject({ moved: true, stable: false });
    expect(result.scrolledPx).toBe(result.after - result.before);
  });

  test('of a right-to-left page and of a zoomed one scrolls too', async () => {
    show(TALL);
    document.documentElement.dir = 'rtl';
    expect(await run({ by: '200' })).toMatchObject({ scrolledPx: 200, stable: true });
    document.body.style.setProperty('zoom', '1.3');
    expect(await run({ by: '-150' })).toMatchObject({ before: 200, after: 50, stable: true });
  });

  test('grows while content is loaded', async () => {
    show(TALL);
    window.addEventListener('scroll', () => document.body.insertAdjacentHTML('beforeend', TALL), {
      once: true,
    });
    const end = document.documentElement.scrollHeight;
    const { scrollHeight, moved } = await run({ by: '9999999' });
    expect(moved).toBe(true);
    expect(scrollHeight).toBeGreaterThan(end);
  });
});

describe('an element', () => {
  test('scrolls alone, without its ancestors and descendants', async () => {
    show(`${box('outer', `${box('box', `${box('inner', TALL)}${TALL}`)}${TALL}`)}${TALL}`);
    expect(await run(onBox)).toMatchObject({
      target: 'element',
      before: 0,
      after: 170,
      scrolledPx: 170,
      moved: true,
      stable: true,
      clientHeight: 200,
      scrollHeight: only('#box').scrollHeight,
    });
    expect([only('#outer').scrollTop, only('#inner').scrollTop, window.scrollY]).toEqual([0, 0, 0]);
    // At the element's end, a wheel would scroll its ancestors.
    await run({ ...onBox, by: '9999999' });
    expect(await run(onBox)).toMatchObject({ moved: false, scrolledPx: 0 });
    expect([only('#outer').scrollTop, window.scrollY]).toEqual([0, 0]);
  });

  test('that cannot scroll does not move, and nothing else does', async () => {
    show(`<p id=box>text</p>${TALL}`);
    expect(await run({ ...onBox, by: '100' })).toMatchObject({
      target: 'element',
      before: 0,
      after: 0,
      moved: false,
    });
    expect(window.scrollY).toBe(0);
  });

  test('higher than the window moves by its visible part', async () => {
    show(box('box', '<div style="height:20000px"></div>', 'height:4000px'));
    const { scrolledPx } = await run(onBox);
    expect(scrolledPx).toBe(Math.round(window.innerHeight * 0.85));
  });

  test('with snap points stops at one', async () => {
    const pages = '<div style="height:200px;scroll-snap-align:start">page</div>'.repeat(5);
    show(box('box', pages, 'scroll-snap-type:y mandatory;scroll-behavior:smooth'));
    expect(await run(onBox)).toMatchObject({ before: 0, after: 200, scrolledPx: 200, stable: true });
  });

  test('that starts at its end and runs upwards has negative positions', async () => {
    show(box('box', `<div>${TALL}</div>`, 'display:flex;flex-direction:column-reverse'));
    expect(await run({ ...onBox, by: '-300' })).toMatchObject({ before: 0, after: -300, scrolledPx: -300 });
  });

  test('in nested shadow roots is reached by its route', async () => {
    show('<x-outer></x-outer>');
    const outer = only('x-outer').attachShadow({ mode: 'open' });
    outer.innerHTML = '<x-inner></x-inner>';
    const inner = outer.querySelector('x-inner')?.attachShadow({ mode: 'open' });
    if (!inner) throw new Error('no shadow root');
    inner.innerHTML = box('box', TALL);
    const route = { hosts: [{ selector: 'x-outer' }, { selector: 'x-inner' }], target: '#box' };
    expect(await run({ target: { route }, by: '120' })).toMatchObject({ after: 120, moved: true });
    expect(inner.querySelector('#box')?.scrollTop).toBe(120);
  });

  test('that the page removes keeps its last seen position', async () => {
    show(box('box', TALL));
    const element = only('#box');
    element.addEventListener('scroll', () => element.remove(), { once: true });
    expect(await run({ ...onBox, by: '90' })).toMatchObject({ after: 90, moved: true, stable: false });
  });

  test('is refused before anything moves if another element is in its place', async () => {
    show(box('box', TALL, '').replace('<div ', '<div role=region aria-label=News '));
    const target = handleOf(only('#box'));
    only('#box').setAttribute('aria-label', 'Advertisement');
    let announced = 0;
    const refused = run({ target }, () => (announced += 1));
    await expect(refused).rejects.toMatchObject({ error: { code: 'ELEMENT_HANDLE_STALE' } });
    expect([announced, only('#box').scrollTop]).toEqual([0, 0]);
  });
});

test('announces the scroll once, before it happens', async () => {
  show(TALL);
  const seen: number[] = [];
  await run({ by: '100' }, () => seen.push(window.scrollY));
  expect(seen).toEqual([0]);
});
