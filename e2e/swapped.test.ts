import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { driveBrowser, evaluateQuietly, pageAt, runQuietly } from './harness/driven-browser.ts';
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
      'Untouched',
      `<button id="click">Save</button><button id="hover">Menu</button><input id="fill" aria-label="Name">
       <input id="form" aria-label="City"><select id="select" aria-label="Size"><option>S</option><option>L</option></select>
       <div id="scroll" tabindex="0" role="listbox" aria-label="List" style="height:50px;overflow:auto"><p style="height:500px">x</p></div>`,
    ),
    '/rows': html(
      'Rows',
      `<ul><li>Ann <button>Delete</button></li><li>Bob <button>Delete</button></li></ul>
       <script>
         const list = document.querySelector('ul');
         list.onclick = ({ target }) => { document.title = target.closest('li').firstChild.data + 'deleted'; };
       </script>`,
    ),
  });
  await world.install('main');
  context = await driveBrowser(world);
  session = await world.openSession(pages.url('/'));
  page = await pageAt(context, pages.url('/'));
});

afterAll(() => world.close());

beforeEach(async () => {
  await world.data('navigate', 'navigate', '--url', pages.url('/'), '-s', session);
});

async function handleOf(selector: string): Promise<string> {
  const { elements } = await world.data('elements', 'elements', '-s', session);
  return elements.find((element) => element.selector === selector)?.handle ?? 'none';
}

/** The page replaces the element with another one of the same id, and records what happens to it. */
async function swap(id: string): Promise<void> {
  await runQuietly(
    page,
    (wanted) => {
      const old = document.getElementById(wanted);
      const other = old?.cloneNode(true);
      if (!(other instanceof HTMLElement)) throw new Error('nothing to swap');
      other.setAttribute('aria-label', 'Delete everything');
      old?.replaceWith(other);
      const touched = () => {
        document.title = 'touched';
      };
      for (const type of [
        'pointerover',
        'pointerdown',
        'mousedown',
        'click',
        'focus',
        'input',
        'change',
        'scroll',
      ]) {
        other.addEventListener(type, touched);
      }
    },
    id,
  );
}

const method = ['--method', 'paste', '--world', 'isolated'];
const ACTIONS: Array<[string, (handle: string) => string[]]> = [
  ['click', (handle) => ['click', '--element', handle]],
  ['hover', (handle) => ['hover', '--element', handle]],
  ['fill', (handle) => ['fill', '--element', handle, '--value', 'x', ...method]],
  ['select', (handle) => ['select', '--element', handle, '--option-text', 'L']],
  ['scroll', (handle) => ['scroll', '--element', handle, '--by', '100']],
];

describe('an element that the page swaps between the read and the action', () => {
  it.each(ACTIONS)('is not touched by %s', async (id, command) => {
    const handle = await handleOf(`#${id}`);
    await swap(id);
    const error = await world.error(...command(handle), '-s', session);
    expect(error).toMatchObject({
      code: 'ELEMENT_HANDLE_STALE',
      details: { reason: 'changed', found: { name: 'Delete everything' } },
    });
    expect(await page.title()).toBe('Untouched');
  });

  it('is not touched by fill-form, which reports it for that field and writes the others', async () => {
    const handle = await handleOf('#form');
    await swap('form');
    const field = (target: object) => ({ target, value: 'x', method: 'paste', world: 'isolated' });
    const json = JSON.stringify({ fields: [field({ handle }), field({ selector: '#fill' })] });
    const { results } = await world.data('fill-form', 'fill-form', '--json', json, '-s', session);
    expect(results).toMatchObject([
      { filled: false, error: { code: 'ELEMENT_HANDLE_STALE' } },
      { filled: true, verifiedValue: 'x' },
    ]);
    expect(await page.title()).toBe('Untouched');
    expect(await page.inputValue('#form')).toBe('');
  });
});

describe('one of many elements that look alike', () => {
  const ROWS: Array<[string, string]> = [
    [
      'a row comes before it',
      "list.insertAdjacentHTML('afterbegin', '<li>New <button>Delete</button></li>')",
    ],
    ['the rows change places', 'list.prepend(list.lastElementChild)'],
  ];

  it.each(ROWS)('is still the one that was read although %s', async (_, change) => {
    const { rows, handle } = await readRows();
    await evaluateQuietly(rows, change);
    await world.data('click', 'click', '--element', handle, '-s', session);
    expect(await rows.title()).toBe('Ann deleted');
  });

  const LOST: Array<[string, string, string]> = [
    ['its row goes', 'list.firstElementChild.remove()', 'gone'],
    ['the list is redrawn', 'list.innerHTML = list.innerHTML', 'gone'],
    [
      'a row comes before it, and each gets the contents of the one above',
      `list.append(list.lastElementChild.cloneNode(true));
       ['New ', 'Ann ', 'Bob '].forEach((name, index) => { list.children[index].firstChild.data = name; });`,
      'moved',
    ],
  ];

  it.each(LOST)('is not mistaken for another after %s', async (_, change, reason) => {
    const { rows, handle } = await readRows();
    await evaluateQuietly(rows, change);
    expect(await world.error('click', '--element', handle, '-s', session)).toMatchObject({
      code: 'ELEMENT_HANDLE_STALE',
      details: { handle, reason },
    });
    expect(await rows.title()).toBe('Rows');
  });

  /** The page of rows, and the handle of Ann's button. */
  async function readRows(): Promise<{ rows: Page; handle: string }> {
    await world.data('navigate', 'navigate', '--url', pages.url('/rows'), '-s', session);
    const { tree } = await world.data('snapshot', 'snapshot', '-s', session);
    const [, handle = ''] = /Delete" \[(el\d+)\]/.exec(tree) ?? [];
    return { rows: await pageAt(context, pages.url('/rows')), handle };
  }
});
