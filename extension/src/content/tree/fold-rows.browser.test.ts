import { afterEach, describe, expect, it } from 'vitest';
import { runInTestPage } from '../../testing/run-in-page.ts';
import { snapshot } from '../actions/snapshot.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

async function read(html: string, params: { rows?: 'few' | 'all'; interactiveOnly?: boolean } = {}) {
  document.body.innerHTML = html;
  const { tree, folded } = await runInTestPage('snapshot', snapshot, params);
  return { lines: tree.split('\n').map((line) => line.trim()), folded };
}

const row = (name: string, inside = `<button>Buy</button>`) => `<tr><td>${name}</td><td>${inside}</td></tr>`;
const rows = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => row(`Item ${from + index}`)).join('\n');
const table = (...parts: string[]) => `<table><tbody>${parts.join('\n')}</tbody></table>`;
const shownIn = (lines: string[]) => lines.flatMap((line) => /"(Item \d+)"/.exec(line)?.[1] ?? []);

describe('rows of one shape', () => {
  it('are shown up to the fifth, with the number of the others, if there are more than ten', async () => {
    const { lines, folded } = await read(table(rows(12)));
    expect(shownIn(lines)).toEqual(['Item 1', 'Item 2', 'Item 3', 'Item 4', 'Item 5']);
    expect(lines.at(-1)).toBe('… 7 more rows like this');
    expect(folded).toBe(7);
  });

  it('are all shown if there are ten, or if all are asked for', async () => {
    expect(shownIn((await read(table(rows(10)))).lines)).toHaveLength(10);
    const { lines, folded } = await read(table(rows(30)), { rows: 'all' });
    expect(shownIn(lines)).toHaveLength(30);
    expect(folded).toBeUndefined();
  });

  it.each([
    ['has another control', row('Item 20', '<button>Buy</button> <button>Cancel</button>')],
    ['has another state', row('Item 20', '<button aria-pressed="true">Buy</button>')],
    ['has no control', row('Item 20', 'sold')],
  ])('do not hide a row between them that %s', async (_, other) => {
    const { lines } = await read(table(rows(19), other, rows(19, 21)));
    expect(shownIn(lines)).toEqual([
      ...[1, 2, 3, 4, 5, 20, 21, 22, 23, 24, 25].map((number) => `Item ${number}`),
    ]);
    expect(lines.filter((line) => line === '… 14 more rows like this')).toHaveLength(2);
  });

  it('are the items of lists too, also of lists in lists', async () => {
    const inner = `<ul>${'<li><a href="#">Item 1</a></li>'.repeat(15)}</ul>`;
    const { lines, folded } = await read(`<ul><li>First ${inner}</li><li>Second ${inner}</li></ul>`);
    expect(shownIn(lines)).toHaveLength(10);
    expect(folded).toBe(20);
  });

  it('give handles only to those that are shown', async () => {
    const { lines } = await read(table(rows(40)));
    expect(lines.join(' ').match(/\[el\d+\]/g)).toEqual(['[el1]', '[el2]', '[el3]', '[el4]', '[el5]']);
  });

  it('are folded in a list of controls, too', async () => {
    const { lines } = await read(table(rows(40)), { interactiveOnly: true });
    expect(lines).toHaveLength(6);
    expect(lines.at(-1)).toBe('… 35 more rows like this');
  });

  it('are told from the words of a page that look like the count', async () => {
    const { lines } = await read('<p>… 7 more rows like this</p>');
    expect(lines).toEqual(['"… 7 more rows like this"']);
  });

  it('of a table of 20,000 rows are counted in a moment', async () => {
    const { folded } = await read(table(rows(20_000)));
    expect(folded).toBe(19_995);
  });

  it('that are parts of a page, with hundreds of controls each, are never folded', async () => {
    const part = `<article><h2>Part</h2>${'<button>Go</button>'.repeat(200)}</article>`;
    const { folded } = await read(part.repeat(12));
    expect(folded).toBeUndefined();
  });
});
