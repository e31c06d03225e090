import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, type Pages } from './harness/pages.ts';
import { WHOLE, World } from './harness/world.ts';

const world = new World();
let pages: Pages;
let session: string;

const TOOLS = 'Bold Italic Underline Strike Left Centre Right Quote Code Link Image Table'.split(' ');
const LEVELS = 100;
const PARTS = 1_200;

beforeAll(async () => {
  const buttons = TOOLS.map(
    (tool) => `<button onclick="document.title = this.textContent">${tool}</button>`,
  ).join('');
  const items = '<li role="none"><a role="menuitem" href="#">Cut</a></li><li>Paste</li>'.repeat(50);
  const long = 'x'.repeat(10_000);
  pages = await world.serve({
    '/owned': html(
      'Owned',
      `<button hidden aria-owns="bar">More</button><div role="toolbar" id="bar" aria-label="Format">${buttons}</div>`,
    ),
    '/fields': html(
      'Fields',
      `<label>Letter <textarea id="letter"></textarea></label><label>Name <input id="name"></label>
      <label>Password <input id="password" type="password" value="hunter2"></label>
      <div id="note" contenteditable aria-label="Note" onclick="void 0">Call <b>Ann</b></div>`,
    ),
    '/popups': html(
      'Popups',
      `<h1>Files</h1><div style="visibility: hidden"><ul role="menu">${items}</ul></div>
      <div style="visibility: hidden; position: absolute"><table><tr><td>Preview</td></tr></table></div>`,
    ),
    '/deep': html('Deep', `${'<section aria-label="s">'.repeat(LEVELS)}bottom${'</section>'.repeat(LEVELS)}`),
    '/book': html('Book', `<h2>A</h2><p>${'word '.repeat(60)}</p>`.repeat(4_000)),
    '/many': html('Many', `<p>part</p>`.repeat(PARTS)),
    '/long': html(
      'Long',
      `<p aria-label="${long}" data-x="${long}">${'word '.repeat(200)}</p>`.repeat(PARTS),
    ),
  });
  await world.startBrowser();
  session = await world.openSession(pages.url('/owned'));
});

afterAll(() => world.close());

const go = (path: string) => world.ok('navigate', 'navigate', '--url', pages.url(path), '-s', session);

it('a toolbar that a hidden button owns is in the snapshot, and its twelve buttons work', async () => {
  await go('/owned');
  const { tree } = await world.data('snapshot', 'snapshot', '-s', session);
  const [toolbar, ...lines] = tree.split('\n');
  expect(toolbar).toBe('toolbar "Format"');
  expect(lines.map((line) => /^ button "(\w+)" \[el\d+\]$/.exec(line)?.[1])).toEqual(TOOLS);
  const quote = /"Quote" \[(el\d+)\]/.exec(tree)?.[1] ?? '';
  const { page } = await world.ok('click', 'click', '--element', quote, '-s', session);
  expect(page.title).toBe('Quote');
});

describe('a field in a read', () => {
  beforeAll(() => go('/fields'));

  it('shows the text that was filled in, but never a password', async () => {
    const fill = ['fill', '--method', 'paste', '--world', 'isolated', '-s', session];
    await world.ok('fill', ...fill, '--selector', '#letter', '--value', 'Dear Ann,\nthank you.');
    await world.ok('fill', ...fill, '--selector', '#name', '--value', 'Bea');
    const textOf = async (selector: string) =>
      (await world.data('text', 'text', '--selector', selector, '-s', session)).text;
    expect(await textOf('#letter')).toBe('Dear Ann,\nthank you.');
    expect(await textOf('#name')).toBe('Bea');
    expect(await textOf('#password')).toBe('');
  });

  it('is a textbox with its text if it is an editable region', async () => {
    const { tree } = await world.data('snapshot', 'snapshot', '--selector', '#note', '-s', session);
    expect(tree).toMatch(/^textbox "Note" = "Call Ann" \[el\d+\]$/);
    const { elements } = await world.data('elements', 'elements', '--form', '-s', session);
    expect(elements.at(-1)).toMatchObject({ role: 'textbox', label: 'Note', value: 'Call Ann' });
  });
});

it('hidden popups leave no line in the snapshot', async () => {
  await go('/popups');
  const { tree } = await world.data('snapshot', 'snapshot', '-s', session);
  expect(tree).toBe('heading "Files" [level=1]');
});

describe('a read', () => {
  it('goes as deep as --depth says', async () => {
    await go('/deep');
    const { html: whole } = await world.data(
      'dom',
      'dom',
      '--depth',
      String(LEVELS + 1),
      ...WHOLE,
      '-s',
      session,
    );
    expect(whole).toContain('bottom');
    const { html: part } = await world.data(
      'dom',
      'dom',
      '--depth',
      String(LEVELS - 1),
      ...WHOLE,
      '-s',
      session,
    );
    expect(part).not.toContain('bottom');
    const depth = ['--max-depth', String(LEVELS + 1)];
    const { tree, ...rest } = await world.data('snapshot', 'snapshot', ...depth, ...WHOLE, '-s', session);
    expect(tree.split('\n').at(-1)).toBe(`${' '.repeat(LEVELS)}"bottom"`);
    expect(rest).toEqual({ nodeCount: LEVELS + 1 });
  });

  it('returns as many entries as --limit says', async () => {
    await go('/many');
    const inspect = ['inspect', '--selector', 'p', '--limit', '1000', ...WHOLE, '-s', session];
    const { elements, total, truncated } = await world.data('inspect', ...inspect);
    expect([elements.length, total, truncated]).toEqual([1_000, PARTS, undefined]);
  });

  it('stops when its answer is too long, and says so', async () => {
    await go('/long');
    const dom = await world.data('dom', 'dom', '--depth', '100', '--all', ...WHOLE, '-s', session);
    expect([dom.html.length, dom.truncated]).toEqual([200_001, true]);
    expect(dom.total).toBeGreaterThan(200_001);
    const inspect = ['inspect', '--selector', 'p', '--limit', '1000', ...WHOLE, '-s', session];
    const { elements, total, truncated } = await world.data('inspect', ...inspect);
    expect([total, truncated]).toEqual([PARTS, true]);
    expect(elements.length).toBeLessThan(1_000);
    expect(elements.length).toBeGreaterThan(50);
    await go('/book');
    const depth = ['--max-depth', '100', '--timeout', '60000'];
    const book = await world.data('snapshot', 'snapshot', ...depth, ...WHOLE, '-s', session);
    expect(book).toMatchObject({ truncated: true, total: 8_000 });
    expect(book.tree.length).toBeLessThanOrEqual(1_000_000);
    expect(book.tree.split('\n')).toHaveLength(book.nodeCount);
  });
});
