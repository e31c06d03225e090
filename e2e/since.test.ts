import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { driveBrowser, evaluateQuietly, pageAt } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

const world = new World();
let pages: Pages;
let context: BrowserContext;
let page: Page;
let session: string;

beforeAll(async () => {
  pages = await world.serve({
    '/': html(
      'Cart',
      `<h1>Cart</h1><p id="total">Nothing yet</p>
       <button onclick="total.textContent = 'One item'; done.hidden = false">Add tea</button>
       <dialog id="done" hidden></dialog>
       <iframe id="inner" srcdoc="<button onclick='this.after(&quot;Thanks&quot;)'>Vote</button>" width="300" height="100"></iframe>
       <iframe src="/quiet" width="300" height="100"></iframe>`,
    ),
    '/quiet': html('Quiet', '<button>Quiet</button>'),
    '/next': html('Next', '<h1>Next</h1>'),
    '/rows': html(
      'Rows',
      `<table>${'<tr><td>Tea</td><td><button>Buy</button></td></tr>'.repeat(400)}</table>`,
    ),
  });
  await world.install('main');
  context = await driveBrowser(world);
  session = await world.openSession(pages.url('/'));
  page = await pageAt(context, pages.url('/'));
});

afterAll(() => world.close());

const snapshot = (...flags: string[]) => world.data('snapshot', 'snapshot', ...flags, '-s', session);
const since = async () => {
  const { tree, changes, whole } = await snapshot('--since', 'last');
  return { lines: tree === '' ? [] : tree.split('\n'), changes, whole };
};

describe('snapshot --since last', () => {
  it('shows what an act has changed, in the page and in a frame', async () => {
    const { tree, nodeCount } = await snapshot();
    expect(await since()).toMatchObject({ lines: [], changes: { unchanged: nodeCount } });
    await world.data('click', 'click', '--selector', 'button', '-s', session);
    expect((await since()).lines).toEqual([
      '- "Nothing yet"',
      '+ "One item"',
      expect.stringMatching(/^~ button "Add tea" \[focused\] \[el\d+\]$/),
    ]);
    const [vote = ''] = /el\d+/.exec(/Vote.*/.exec(tree)?.[0] ?? '') ?? [];
    await world.data('click', 'click', '--element', vote, '-s', session);
    const { lines, changes } = await since();
    expect(lines.filter((line) => line.includes('iframe'))).toHaveLength(1);
    expect(lines).toEqual([
      expect.stringMatching(/^~ button "Add tea"/),
      expect.stringMatching(/^ {2}iframe f1/),
      `~  button "Vote" [focused] [${vote}]`,
      '+  "Thanks"',
    ]);
    expect(changes).toMatchObject({ added: 1, removed: 0, changed: 2 });
  });

  it('shows a frame whole that has loaded another document', async () => {
    await evaluateQuietly(page, `inner.srcdoc = '<button>Other</button>'`);
    await world.data('wait', 'wait', '--strategy', 'load', '-s', session);
    expect((await since()).lines).toEqual([
      expect.stringMatching(/^~ iframe f\d+ /),
      expect.stringMatching(/^\+ {2}button "Other" \[el\d+\]$/),
    ]);
  });

  it('is the whole tree after a navigation, and says so', async () => {
    await world.data('navigate', 'navigate', '--url', pages.url('/next'), '-s', session);
    expect(await since()).toMatchObject({ lines: ['heading "Next" [level=1]'], whole: true });
  });
});

describe('a read that comes with the answer of an act', () => {
  const go = (...flags: string[]) =>
    world.ok('navigate', 'navigate', '--url', pages.url('/'), ...flags, '-s', session);

  it('shows what the act has changed, and the handles in it can be used', async () => {
    await go();
    await snapshot();
    const clicked = await world.ok('click', 'click', '--selector', 'button', '--read', 'diff', '-s', session);
    expect(clicked.data).toMatchObject({ clicked: true, effect: { seen: 'dom' } });
    const { tree } = { tree: '', ...clicked.data.read };
    expect(tree.split('\n')).toEqual([
      '- "Nothing yet"',
      '+ "One item"',
      expect.stringMatching(/^~ button "Add tea" \[focused\] \[el\d+\]$/),
    ]);
    const [handle = ''] = /el\d+/.exec(tree) ?? [];
    expect(await world.data('hover', 'hover', '--element', handle, '-s', session)).toHaveProperty('hovered');
  });

  it('is of the page that the act leads to', async () => {
    const { data, page: now } = await go('--read', 'snapshot');
    expect(data.read).toMatchObject({ tree: expect.stringContaining('heading "Cart"') });
    expect(now.title).toBe('Cart');
    const opened = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/next'), '--read', 'text');
    expect(opened.read).toEqual({ text: 'Next' });
    await world.data('session.close', 'session', 'close', '-s', opened.session);
  });

  it('is printed below the line of the act with --plain, and capped like any read', async () => {
    const { stdout } = await world.bproxy(
      ...[
        'navigate',
        '--url',
        pages.url('/rows'),
        '--read',
        'text',
        '--max-chars',
        '100',
        '--plain',
        '-s',
        session,
      ],
    );
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^load time|^navigate|^http|page/);
    expect(stdout).toMatch(/<page-(\w+)>\nTea\tBuy\n/);
    expect(stdout).toMatch(/cut lines 1 to \d+ of 400/);
    expect(stdout.length).toBeLessThan(1_000);
  });

  it('can be kept in a file, and a file without a read is refused', async () => {
    const out = join(world.dir, 'page.txt');
    const words = ['reload', '--read', 'text', '--out', out, '-s', session];
    expect(JSON.parse((await world.bproxy(...words)).stdout).data.read).toMatchObject({ file: out });
    expect(readFileSync(out, 'utf8').match(/Tea/g)).toHaveLength(400);
    const { code, stderr } = await world.bproxy('reload', '--out', out, '-s', session);
    expect([code, stderr]).toEqual([2, 'The flag --out needs --read here.\n']);
  });

  it('that cannot be made leaves the act a success', async () => {
    const { data } = await world.ok(
      'navigate',
      ...['navigate', '--url', 'about:blank', '--read', 'text', '-s', session],
    );
    expect(data.read).toMatchObject({ error: { code: 'PAGE_RESTRICTED' } });
  });
});

it('of 400 rows of one shape the first five are shown, and all of them are if that is asked for', async () => {
  await world.data('navigate', 'navigate', '--url', pages.url('/rows'), '-s', session);
  const { tree, folded } = await snapshot();
  expect(folded).toBe(395);
  expect(tree.split('\n').at(-1)).toBe(' … 395 more rows like this');
  expect((await snapshot('--rows', 'all')).tree.match(/"Tea"/g)).toHaveLength(400);
  const { stdout } = await world.bproxy('snapshot', '--plain', '-s', session);
  expect(stdout).toContain('folded 395');
});
