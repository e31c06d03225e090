import { type ForwardedParams, MAX_HANDLES_PER_READ } from '@bproxy/shared';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PageResult } from '../../content-messages.ts';
import { runInTestPage } from '../../testing/run-in-page.ts';
import { resolveTarget } from '../targets/resolve-target.ts';
import { links } from './links.ts';

async function read(params: ForwardedParams<'links'> = {}, firstHandle = 1): Promise<PageResult<'links'>> {
  return runInTestPage('links', links, params, { firstHandle });
}

async function linksOf(html: string, params: ForwardedParams<'links'> = {}) {
  document.body.innerHTML = html;
  return (await read(params)).links;
}

const texts = async (html: string) => (await linksOf(html)).map(({ text }) => text);

function attach(host: Element | null, html: string): ShadowRoot {
  if (!host) throw new Error('no host');
  const root = host.attachShadow({ mode: 'open' });
  root.innerHTML = html;
  return root;
}

afterEach(() => {
  document.body.innerHTML = '';
  scrollTo(0, 0);
});

test('links describes each anchor', async () => {
  document.body.innerHTML =
    '<a id=a href="/x?y=1#z" title=T rel="nofollow noopener" target=_blank>go <b>on</b></a>';
  expect(await read()).toEqual({
    links: [
      {
        text: 'go on',
        href: `${location.origin}/x?y=1#z`,
        target: { selector: '#a' },
        title: 'T',
        rel: 'nofollow noopener',
        targetAttr: '_blank',
        visible: true,
        handle: 'ln1',
      },
    ],
    minted: { read: expect.any(Number), count: 1 },
  });
});

describe('links shows', () => {
  test('visible anchors, and leaves hidden ones out', async () => {
    const html = `<a href=# hidden>1</a><a href=# style="display:none">2</a><a href=# style="visibility:hidden">3</a>
      <div hidden><a href=#>4</a></div><details><summary><a href=#>a</a></summary><a href=#>5</a></details>
      <div style="content-visibility:hidden"><a href=#>6</a></div><template><a href=#>7</a></template>
      <dialog><a href=#>8</a></dialog><div popover><a href=#>9</a></div>
      <div inert><a href=#>b</a></div><div aria-hidden=true><a href=#>c</a></div><a href=# style="opacity:0">d</a>
      <div style="display:contents"><a href=#>e</a></div><a href=# style="display:contents">f</a>
      <div style="visibility:hidden"><a href=# style="visibility:visible">g</a></div>`;
    expect(await texts(html)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  });

  test('as visible the anchors that are in the window now', async () => {
    const html = `<a href=#>in</a><a href=# style="position:absolute;left:-9999px">honeypot</a>
      <a href=# style="display:contents">no box</a><a href=# style="position:absolute;top:-50px;height:20px">above</a>
      <a href=#><span style="float:left">floats</span></a><div style="height:9000px"></div><a href=#>below</a>
      <a href=# style="display:contents">no box below</a>`;
    const seen = async () => (await read({ visibleOnly: true })).links.map(({ text }) => text);
    const all = await linksOf(html);
    expect(all.filter(({ visible }) => visible).map(({ text }) => text)).toEqual(['in', 'no box', 'floats']);
    expect(all).toHaveLength(7);
    expect(await seen()).toEqual(['in', 'no box', 'floats']);
    scrollTo(0, 9000);
    expect(await seen()).toEqual(['below', 'no box below']);
  });

  test('areas where their image is', async () => {
    const areas = '<area href=/a alt="North wing" coords="0,0,9,9" shape=rect><area alt=none>';
    const picture = '<img usemap="#m\'1" width=50 height=50>';
    expect(await linksOf(`<map name="m'1">${areas}</map>${picture}`)).toMatchObject([
      { text: 'North wing', href: `${location.origin}/a`, visible: true },
    ]);
    expect(await linksOf(`<map name="m'1">${areas}</map><div hidden>${picture}</div>`)).toEqual([]);
    expect(await linksOf(`<map name=other>${areas}</map>${picture}`)).toEqual([]);
  });
});

test('links reads shadow trees and slots in screen order, with routes', async () => {
  document.body.innerHTML =
    '<a href=#>1</a><div id=o><a href=# slot=end>5</a><a href=#>3</a><a href=# slot=none>unseen</a></div><a href=#>6</a>';
  const outer = attach(
    document.querySelector('#o'),
    '<a href=#>2</a><div id=i><slot></slot></div><slot name=end></slot>',
  );
  attach(outer.querySelector('#i'), '<slot></slot><a href=#>4</a>');
  const { links: found, minted } = await read({}, 7);
  expect(found.map(({ text }) => text)).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(found[3]?.target).toEqual({
    route: { hosts: [{ selector: '#o' }, { selector: '#i' }], target: 'a' },
  });
  expect(minted.count).toBe(6);
  for (const [index, { target, handle }] of found.entries()) {
    expect(handle).toBe(`ln${7 + index}`);
    if (!handle) continue;
    expect(resolveTarget({ handle, read: minted.read, documentId: 'this one' })).toBe(resolveTarget(target));
  }
});

test('a selector limits links to its element, which may be an anchor itself', async () => {
  const html = '<nav><a href=# id=a>a</a></nav><main><a href=#>b</a></main>';
  expect(await linksOf(html, { selector: 'main' })).toMatchObject([{ text: 'b' }]);
  expect(await linksOf(html, { selector: '#a' })).toMatchObject([{ text: 'a' }]);
  await expect(linksOf(html, { selector: 'a' })).rejects.toMatchObject({
    error: { code: 'SELECTOR_AMBIGUOUS' },
  });
});

test('a form whose fields shadow its properties hides no anchor', async () => {
  const fields = ['childNodes', 'shadowRoot', 'checkVisibility', 'getAttribute', 'parentElement', 'children']
    .map((name) => `<input name=${name}>`)
    .join('');
  const html = `<form>${fields}<a href=#>a</a><div style="display:contents"><a href=#>b</a></div></form><a href=#>c</a>`;
  expect(await texts(html)).toEqual(['a', 'b', 'c']);
});

test('odd attribute values still lead back to their anchors', async () => {
  for (const value of ['a"b', "a'b\\", 'line\nbreak', '日本語 🙂', ']']) {
    document.body.innerHTML = '<a href=#>x</a><a href=#>y</a>';
    const link = document.querySelector('a');
    link?.setAttribute('name', value);
    const selector = (await read()).links[0]?.target.selector ?? '';
    expect([...document.querySelectorAll(selector)]).toEqual([link]);
  }
});

describe('the limits of links', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) => `<p><a href="/${i}">${i}</a></p>`).join('');

  test('the default is the first hundred, with the total', async () => {
    document.body.innerHTML = many(101);
    const cut = await read();
    expect([cut.links.length, cut.truncated, cut.total]).toEqual([100, true, 101]);
    const whole = await read({ limit: 101 });
    expect([whole.links.length, whole.truncated, whole.total]).toEqual([101, undefined, undefined]);
    expect((await read({ limit: 1 })).links).toMatchObject([{ text: '0' }]);
    const seen = (await read({ visibleOnly: true })).total ?? 0;
    expect(seen).toBeLessThan(101);
  });

  test('5,000 anchors cost five times as much as 1,000, and get at most 200 handles', async () => {
    const queries = vi.spyOn(Document.prototype, 'querySelectorAll');
    const styles = vi.spyOn(window, 'getComputedStyle');
    const cost = async (count: number) => {
      document.body.innerHTML = many(count);
      const before = queries.mock.calls.length + styles.mock.calls.length;
      const { links: found, minted, total } = await read({ limit: 500 });
      expect([found.length, minted.count, total]).toEqual([500, MAX_HANDLES_PER_READ, count]);
      return queries.mock.calls.length + styles.mock.calls.length - before;
    };
    const [few, lots] = [await cost(1000), await cost(5000)];
    vi.restoreAllMocks();
    expect(few).toBeGreaterThan(1000);
    expect(lots).toBeLessThan(few * 5);
  });
});
