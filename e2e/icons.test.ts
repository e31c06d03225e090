import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { html } from './harness/pages.ts';
import { until, World } from './harness/world.ts';

const { resolve } = createRequire(import.meta.url);
const world = new World();
let session: string;

/** Font Awesome draws an icon by a private-use character: before an element, or as its text. */
const PRIVATE_USE = /\p{Co}/u;
const icon = (name: string, more = '') => `<i class="fa fa-${name}" ${more}></i>`;
const BODY = `<link rel="stylesheet" href="/icons/css/font-awesome.css">
<p>${icon('info')} Three new messages</p>
<button>${icon('trash')} Delete</button>
<button title="Print">${icon('print')}</button>
<button>${icon('star', 'title="Favourite"')}</button>
<button aria-label="Undo">${icon('undo')}</button>
<button>${icon('search')}<span class="sr-only">Search</span></button>
<button>${icon('bell')}<img alt="Alarms" src="/none.png"></button>
<button>${icon('cog')}<svg width="9" height="9"><use href="#settings"></use></svg></button>
<button class="fa" title="Download">&#xf019;</button>
<button class="fa">&#xf0c7;</button>
<a href="/home" title="Home">${icon('home')}</a>
<label>${icon('user')} Name <input></label>
<svg hidden><symbol id="settings"><path d="M0 0h9v9z"></path></symbol></svg>
<script>
  const width = () => document.querySelector('.fa-trash').getBoundingClientRect().width;
  document.fonts.load('14px FontAwesome', '\\uf1f8').then((fonts) => {
    if (fonts.length === 1 && width() > 0) document.title = 'Icons are drawn';
  });
</script>`;

const NAMES = [
  'Delete',
  'Print',
  'Favourite',
  'Undo',
  'Search',
  'Alarms',
  'settings',
  'Download',
  undefined,
  'Home',
  'Name',
];

beforeAll(async () => {
  const css = readFileSync(resolve('font-awesome/css/font-awesome.css'), 'utf8');
  const font = readFileSync(resolve('font-awesome/fonts/fontawesome-webfont.woff2'));
  const pages = await world.serve({
    '/': html('Icons', BODY),
    '/icons/css/font-awesome.css': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/css' });
      response.end(css);
    },
    '/icons/fonts/fontawesome-webfont.woff2': (_, response) => {
      response.writeHead(200, { 'content-type': 'font/woff2' });
      response.end(font);
    },
  });
  await world.startBrowser();
  session = await world.openSession(pages.url('/'));
  await until('the icon font is loaded', async () => {
    const { page } = await world.ok('text', 'text', '-s', session);
    return page.title === 'Icons are drawn';
  });
});

afterAll(() => world.close());

it('controls drawn by an icon font are named by words, never by its characters', async () => {
  const { tree } = await world.data('snapshot', 'snapshot', '-s', session);
  expect(tree).not.toMatch(PRIVATE_USE);
  expect(tree).toContain('"Three new messages"');
  const controls = tree.split('\n').filter((line) => /\[el\d+\]$/.test(line));
  expect(controls.map((line) => /^\w+ "(.*?)"/.exec(line)?.[1])).toEqual(NAMES);
  const { elements } = await world.data('elements', 'elements', '-s', session);
  expect(elements.map(({ label }) => label)).toEqual(NAMES);
});

it('text and links contain no icon font characters', async () => {
  const { text } = await world.data('text', 'text', '-s', session);
  expect(text).toContain('Three new messages');
  expect(text).not.toMatch(PRIVATE_USE);
  const { links } = await world.data('links', 'links', '-s', session);
  expect(links.map((link) => link.text)).toEqual(['Home']);
});
