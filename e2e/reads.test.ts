import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, type Pages } from './harness/pages.ts';
import { WHOLE, World } from './harness/world.ts';

const world = new World();
let pages: Pages;
let session: string;

const BODY = `
<header><nav aria-label="Site"><a id="home" href="/">Home</a> <a href="/news" title="All news" rel="nofollow">News 📰</a></nav></header>
<main>
  <h1>Reading <em>room</em></h1>
  <x-card><a href="/slotted">slotted</a></x-card>
  <a href="/hidden" hidden>hidden</a>
  <img src="/pixel.svg" alt="A pixel" width="40" height="30">
  <form class="search box"><input type="password" name="p" value="secret"><input name="getAttribute"></form>
  <iframe src="/frame" title="Inside" width="200" height="100"></iframe>
  <div style="height: 5000px"></div>
  <svg width="50" height="20"><a href="/drawn"><text y="15">drawn</text></a></svg>
</main>
<script>
  document.querySelector('x-card').attachShadow({ mode: 'open' }).innerHTML =
    '<h2>Card</h2><slot></slot> <a href="/in-shadow">in shadow</a>';
</script>`;

/** Shows in its title every change that a read makes to it. */
const WATCHED = `<a href="/x">x</a><h1>Watched</h1><img src="/pixel.svg" alt="" width=9 height=9><input autofocus>
<div style="height: 5000px"></div><script>
  const seen = new Set();
  const tell = (what) => { seen.add(what); document.title = [...seen].join(' '); };
  new MutationObserver(() => tell('changed')).observe(document.body, {
    subtree: true, childList: true, attributes: true, characterData: true,
  });
  for (const type of ['scroll', 'focusin', 'focusout', 'selectionchange', 'blur']) {
    addEventListener('load', () => setTimeout(() => document.addEventListener(type, () => tell(type), true), 300));
  }
  addEventListener('load', () => {
    const known = Object.getOwnPropertyNames(window).length;
    setInterval(() => Object.getOwnPropertyNames(window).length !== known && tell('global'), 20);
  });
  if (location.search === '?touch') setTimeout(() => {
    document.body.append('x');
    document.activeElement.blur();
    scrollTo(0, 100);
    window.left = 1;
  }, 600);
</script>`;

const many = Array.from({ length: 5_000 }, (_, i) => `<li><a href="/item/${i}">Item ${i}</a></li>`).join('');

beforeAll(async () => {
  pages = await world.serve({
    '/': html('Home', BODY),
    '/frame': html('Frame', 'framed'),
    '/many': html('Many', `<ul>${many}</ul>`),
    '/watched': html('Watched', WATCHED),
    '/pixel.svg': (_, response) => {
      response.writeHead(200, { 'content-type': 'image/svg+xml' });
      response.end('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"/>');
    },
  });
  await world.startBrowser();
  session = await world.openSession(pages.url('/'), '--show');
});

afterAll(() => world.close());

/** The frame of the page, as every read that includes frames lists it. */
const inside = () => ({ frame: 'f1', url: pages.url('/frame'), title: 'Inside', width: 204, height: 104 });

describe('a read of a page', () => {
  it('lists links in page order, with handles, through shadow roots', async () => {
    const { links, ...rest } = await world.data('links', 'links', '-s', session);
    expect(rest).toEqual({ frames: [inside()] });
    expect(links.map(({ text, href, visible }) => [text, href, visible])).toEqual([
      ['Home', pages.url('/'), true],
      ['News 📰', pages.url('/news'), true],
      ['slotted', pages.url('/slotted'), true],
      ['in shadow', pages.url('/in-shadow'), true],
      ['drawn', pages.url('/drawn'), false],
    ]);
    const numbers = links.map(({ handle }) => Number(/^ln(\d+)$/.exec(handle ?? '')?.[1]));
    expect(numbers).toEqual([1, 2, 3, 4, 5]);
    expect(links[1]).toMatchObject({ title: 'All news', rel: 'nofollow' });
    expect(links[3]?.target.route?.hosts).toHaveLength(1);
    const seen = await world.data('links', 'links', '--visible-only', '-s', session);
    expect(seen.links).toHaveLength(4);
    const below = await world.data('links', 'links', '--selector', 'nav', '--limit', '1', '-s', session);
    expect(below).toMatchObject({ links: [{ text: 'Home' }], truncated: true, total: 2 });
  });

  it('lists images', async () => {
    expect(await world.data('images', 'images', '-s', session)).toEqual({
      images: [{ src: pages.url('/pixel.svg'), alt: 'A pixel', width: 8, height: 6 }],
      frames: [inside()],
    });
  });

  it('outlines landmarks, headings and frames', async () => {
    expect(await world.data('outline', 'outline', '-s', session)).toEqual({
      landmarks: [
        { tag: 'header', role: 'banner' },
        { tag: 'nav', role: 'navigation', label: 'Site' },
        { tag: 'main', role: 'main' },
      ],
      headings: [
        { level: 1, text: 'Reading room' },
        { level: 2, text: 'Card' },
      ],
      frames: [inside()],
    });
  });

  it('returns a part of the DOM to the requested depth, without values', async () => {
    const form = await world.data('dom', 'dom', '--selector', 'form', '-s', session);
    expect(form).toEqual({
      html: '<form class="search box"><input name="p" type="password"><input name="getAttribute"></form>',
    });
    const flat = await world.data('dom', 'dom', '--depth', '1', '-s', session);
    expect(flat.html).toMatch(/^<body><header>…<\/header>\n<main>…<\/main>\s*<\/body>$/);
    const card = await world.data('dom', 'dom', '--selector', 'x-card', '-s', session);
    expect(card.html).toBe(
      '<x-card><template shadowrootmode="open"><h2>Card</h2><slot></slot> <a href="/in-shadow">in shadow</a>' +
        '</template><a href="/slotted">slotted</a></x-card>',
    );
  });

  it('inspects properties under either name, through shadow roots', async () => {
    const names = 'pointerEvents,pointer-events';
    const { elements, total } = await world.data(
      'inspect',
      ...['inspect', '--selector', 'a', '--properties', names, '--limit', '1', '-s', session],
    );
    expect(total).toBe(6);
    expect(elements).toMatchObject([
      { index: 0, tag: 'a', id: 'home', role: 'link', selector: '#home', textLength: 4 },
    ]);
    expect(elements[0]?.computed).toEqual({ pointerEvents: 'auto', 'pointer-events': 'auto' });
    const page = await world.data('inspect', 'inspect', '--selector', 'html', '-s', session);
    expect(page.elements[0]).toMatchObject({ scrollable: true, scrollInfo: { scrollTop: 0 } });
    const none = await world.data('inspect', 'inspect', '--selector', '.none', '-s', session);
    expect(none).toEqual({ elements: [], total: 0 });
  });
});

describe('an unusable selector', () => {
  it.each(['links', 'images', 'dom'])('is explained by %s, which offers others', async (action) => {
    const error = await world.error(action, '--selector', 'nav > a', '-s', session);
    expect(error).toMatchObject({
      code: 'SELECTOR_AMBIGUOUS',
      message: 'The selector "nav > a" matches 2 elements.',
      details: { count: 2, selectors: ['#home', expect.any(String)] },
    });
    expect(await world.error(action, '--selector', '#none', '-s', session)).toMatchObject({
      code: 'ELEMENT_NOT_FOUND',
    });
  });

  it('is refused by inspect if it is not CSS', async () => {
    expect(await world.error('inspect', '--selector', 'a[', '-s', session)).toMatchObject({
      code: 'SCRIPT_ERROR',
      message: '"a[" is not a CSS selector.',
    });
  });
});

describe('5,000 links', () => {
  beforeAll(() => world.ok('navigate', 'navigate', '--url', pages.url('/many'), '-s', session));

  it('are counted, the first 500 are listed, and the first 200 have handles', async () => {
    const { links, truncated, total } = await world.data(
      'links',
      'links',
      '--limit',
      '500',
      ...WHOLE,
      '-s',
      session,
    );
    expect([links.length, truncated, total]).toEqual([500, true, 5_000]);
    expect(links.filter(({ handle }) => handle)).toHaveLength(200);
    expect([links[199]?.handle, links[200]?.handle]).toEqual([expect.stringMatching(/^ln\d+$/), undefined]);
    const usual = await world.data('links', 'links', '-s', session);
    expect([usual.links.length, usual.total]).toEqual([100, 5_000]);
  });

  it('make HTML that is cut at the cap', async () => {
    const { html: text, truncated, total } = await world.data('dom', 'dom', ...WHOLE, '-s', session);
    expect([text.length, truncated]).toEqual([200_001, true]);
    expect(total).toBeGreaterThan(200_001);
  });
});

describe('a page that watches itself', () => {
  const visit = async (path: string) => {
    await world.ok('navigate', 'navigate', '--url', pages.url(path), '-s', session);
    await new Promise((resolve) => setTimeout(resolve, 800));
  };

  it('notices no read', async () => {
    await visit('/watched');
    await world.ok('links', 'links', '-s', session);
    await world.ok('images', 'images', '-s', session);
    await world.ok('outline', 'outline', '-s', session);
    await world.ok('dom', 'dom', '-s', session);
    const { page } = await world.ok('inspect', 'inspect', '--selector', 'a', '-s', session);
    expect(page.title).toBe('Watched');
  });

  it('notices a change, so the test above can fail', async () => {
    await visit('/watched?touch');
    const noticed = async () =>
      (await world.ok('outline', 'outline', '-s', session)).page.title.split(' ').sort();
    await expect
      .poll(noticed, { timeout: 20_000 })
      .toEqual(['blur', 'changed', 'focusout', 'global', 'scroll']);
  });
});
