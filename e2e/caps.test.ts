import { mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

const ROWS = 2_000;
const rows = Array.from(
  { length: ROWS },
  (_, n) => `<tr><td>Order ${n}</td><td><a href="/order/${n}">Details of order ${n}</a></td></tr>`,
);
const PAGE = html('Orders', `<h1>All orders</h1><table>${rows.join('')}</table><p>The end</p>`);

const world = new World();
let pages: Pages;
let session: string;

beforeAll(async () => {
  pages = await world.serve({ '/': PAGE, '/small': html('Small', 'Not much') });
  await world.startBrowser();
  session = await world.openSession(pages.url('/'));
});

afterAll(() => world.close());

const folder = () => join(world.home, 'tmp', 'sessions', session);
const read = <A extends 'text' | 'snapshot' | 'links' | 'elements' | 'outline'>(
  action: A,
  ...words: string[]
) => world.data(action, action, ...words, '-s', session);

describe('a long read', () => {
  it('is cut at a line, says so, and is whole in a private file of the session', async () => {
    const { text, truncated, total = 0, cut, file = '', size } = await read('text');
    expect(text.length).toBeLessThanOrEqual(40_000);
    expect(text.length).toBeGreaterThan(39_900);
    expect(text.split('\n').at(-1)).toMatch(/^Order \d+\tDetails of order \d+$/);
    expect({ truncated, cut }).toEqual({
      truncated: true,
      cut: `lines 1 to ${text.split('\n').length} of ${ROWS + 2}`,
    });
    const whole = readFileSync(file, 'utf8');
    expect(whole.startsWith(`${text}\n`)).toBe(true);
    expect(whole.endsWith('\nThe end\n')).toBe(true);
    expect([whole.length, Buffer.byteLength(whole)]).toEqual([total + 1, size]);
    expect(file.startsWith(folder())).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('says how many rows of a table are left, and its handles can be used', async () => {
    const { tree, nodeCount, total, cut } = await read('snapshot', '--rows', 'all', '--max-chars', '2000');
    expect(tree.length).toBeLessThanOrEqual(2_000);
    expect(nodeCount).toBe(tree.split('\n').length);
    const [, left = ''] =
      new RegExp(`^lines 1 to ${nodeCount} of ${total}, (\\d+) more rows follow$`).exec(cut ?? '') ?? [];
    expect(Number(left)).toBeGreaterThan(ROWS - 50);
    const [handle = ''] = /el\d+/.exec(tree) ?? [];
    expect(await world.data('hover', 'hover', '--element', handle, '-s', session)).toMatchObject({
      hovered: true,
    });
  });

  it('of a list ends between two entries, and the file has one a line', async () => {
    const {
      links,
      truncated,
      total,
      cut,
      file = '',
    } = await read('links', '--limit', '500', '--max-chars', '5000');
    expect({ truncated, total, cut }).toEqual({
      truncated: true,
      total: ROWS,
      cut: `the first ${links.length} of 500 links`,
    });
    expect(JSON.stringify(links).length).toBeLessThan(5_100);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(500);
    expect(JSON.parse(lines[0] ?? '')).toEqual(links[0]);
  });

  it('is cut earlier in plain output, by the lines that it prints', async () => {
    const { stdout } = await world.bproxy('links', '--limit', '500', '--plain', '-s', session);
    expect(stdout.length).toBeGreaterThan(19_000);
    expect(stdout.length).toBeLessThan(21_000);
    const [, shown = '', file = ''] =
      /; cut the first (\d+) of 500 links; file (\S+\.txt); page /.exec(stdout) ?? [];
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(500);
    expect(stdout.split('\n').slice(1, Number(shown) + 1)).toEqual(lines.slice(0, Number(shown)));
  });

  it('is deleted with the session', async () => {
    const { session: other } = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/'));
    const { file = '' } = await world.data('text', 'text', '-s', other);
    await world.ok('session.close', 'session', 'close', '-s', other);
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
  });
});

describe('a short read', () => {
  it('is whole, and leaves no file', async () => {
    const before = readdirSync(folder()).length;
    const { headings, ...rest } = await read('outline');
    expect(headings).toEqual([{ level: 1, text: 'All orders' }]);
    for (const field of ['truncated', 'total', 'cut', 'file']) expect(rest).not.toHaveProperty(field);
    expect(readdirSync(folder())).toHaveLength(before);
  });
});

describe('--out', () => {
  it('puts the whole into a private file, in the place of another one, and prints the beginning', async () => {
    const dir = mkdtempSync(join(world.dir, 'out-'));
    const [file, precious] = [join(dir, 'page.txt'), join(dir, 'precious')];
    writeFileSync(precious, 'mine');
    symlinkSync(precious, file);
    const answer = await read('text', '--out', file);
    expect(answer.file).toBe(file);
    expect(answer.text.length).toBeLessThanOrEqual(1_000);
    expect(readFileSync(file, 'utf8')).toContain('\nThe end\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(precious, 'utf8')).toBe('mine');
    expect(readdirSync(dir).sort()).toEqual(['page.txt', 'precious']);

    const { elements } = await read('elements', '--out', file, '--max-chars', '0');
    expect(elements).toEqual([]);
    expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(500);
  });

  it('refuses a folder that is not there, before it reads', async () => {
    const { code, stdout, stderr } = await world.bproxy('text', '--out', '/nowhere/x', '-s', session);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe('Nothing was read: the folder of --out is not there.\n');
  });
});
