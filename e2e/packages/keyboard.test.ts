import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { World } from '../harness/world.ts';
import { COMBOBOXES, GRIDS, WIDGETS } from './keyboard-pages.ts';
import { PackagePages } from './package-pages.ts';

/** What is done, and what the page holds then. */
type Step = [words: string[], held: Record<string, unknown>];

const press = (...keys: string[]): string[] => ['press', ...keys.flatMap((key) => ['--key', key])];
const pressOn = (selector: string, ...keys: string[]): string[] => [
  ...press(...keys),
  '--selector',
  selector,
];
const type = (text: string): string[] => ['type', '--text', text];
const typeInto = (selector: string, text: string): string[] => [...type(text), '--selector', selector];
const click = (selector: string): string[] => ['click', '--selector', selector];

const people = (change: Record<number, object> = {}) =>
  [
    { name: 'Ann', age: 31, town: 'Bern' },
    { name: 'Bob', age: 42, town: 'Cork' },
    { name: 'Cyd', age: 53, town: 'Rome' },
  ].map((row, at) => ({ ...row, ...change[at] }));

const CASES: Record<string, Step[]> = {
  ...Object.fromEntries(
    Object.keys(COMBOBOXES).map((path): [string, Step[]] => [
      path,
      [
        [typeInto('#town', 'ber'), {}],
        [press('ArrowDown', 'ArrowDown', 'Enter'), { town: 'Bern' }],
      ],
    ]),
  ),
  '/radix-menu': [
    [pressOn('#trigger', 'Enter'), { open: true }],
    [press('End', 'Enter'), { open: false, chosen: 'Delete' }],
    [pressOn('#trigger', 'ArrowDown'), { open: true }],
    [press('m', 'Enter'), { open: false, chosen: 'Move' }],
    [pressOn('#trigger', 'Space'), { open: true }],
    [press('Escape'), { open: false, chosen: 'Move' }],
  ],
  '/radix-dialog': [
    [pressOn('#trigger', 'Enter'), { open: true }],
    // The last of the three goes round to the first field: the dialog keeps the focus.
    [press('Tab', 'Tab'), { open: true }],
    [press('Escape'), { open: false }],
  ],
  '/headless-listbox': [
    [pressOn('#trigger', 'ArrowDown'), {}],
    [press('ArrowDown', 'Enter'), { size: 'Medium' }],
    [pressOn('#trigger', 'Space'), {}],
    [press('End', 'Enter'), { size: 'Large' }],
  ],
  '/input-otp': [
    [typeInto('#code', '12345'), { code: '12345' }],
    [press('Backspace'), { code: '1234' }],
    [type('78'), { done: '123478' }],
  ],
  '/tagify': [
    [typeInto('.tagify__input', 'blue\n'), { tags: ['red', 'blue'] }],
    [type('green,'), { tags: ['red', 'blue', 'green'] }],
    [press('Backspace', 'Backspace'), { tags: ['red', 'blue'] }],
  ],
  '/mui-tags': [
    [typeInto('#tags', 'blue\n'), { tags: ['red', 'blue'] }],
    [type('green\n'), { tags: ['red', 'blue', 'green'] }],
    [press('Backspace'), { tags: ['red', 'blue'] }],
  ],
  '/tabulator': [
    [click('.tabulator-row:nth-child(1) .name'), {}],
    [press('Mod+A'), {}],
    [type('Eve'), {}],
    [press('Tab'), { rows: people({ 0: { name: 'Eve' } }) }],
    [press('Mod+A'), {}],
    [type('77\n'), { rows: people({ 0: { name: 'Eve', age: '77' } }) }],
  ],
  '/tabulator-spreadsheet': [
    [click('.tabulator-row:nth-child(1) .name'), {}],
    [press('ArrowDown', 'ArrowRight', 'Enter', 'Mod+A'), {}],
    [type('77\n'), { rows: people({ 1: { age: '77' } }) }],
  ],
  '/ag-grid': [
    [click('[row-index="0"] [col-id=name]'), {}],
    [press('ArrowDown', 'ArrowRight', 'Enter', 'Mod+A'), {}],
    [type('77'), {}],
    [press('Tab'), { rows: people({ 1: { age: 77 } }) }],
    [type('x'), {}],
    [press('Escape'), { rows: people({ 1: { age: 77 } }) }],
    [press('ArrowUp'), {}],
    [type('Oslo\n'), { rows: people({ 0: { town: 'Oslo' }, 1: { age: 77 } }) }],
  ],
  '/handsontable': [
    [click('.ht_master tbody tr:nth-child(1) td:nth-child(1)'), {}],
    [press('ArrowDown', 'ArrowRight'), {}],
    [type('77'), {}],
    [press('Enter'), { rows: people({ 1: { age: '77' } }) }],
    [type('88'), {}],
    [press('Tab'), { rows: people({ 1: { age: '77' }, 2: { age: '88' } }) }],
    [press('Delete'), { rows: people({ 1: { age: '77' }, 2: { age: '88', town: null } }) }],
  ],
};

const world = new World();
const pages = new PackagePages();
const tabs: Record<string, string> = {};

beforeAll(async () => {
  await pages.serve(world, { ...COMBOBOXES, ...WIDGETS, ...GRIDS });
  await world.startBrowser();
  tabs['background'] = await world.openSession(pages.url('/start'));
  tabs['front'] = await world.openSession(pages.url('/start'), '--show');
});

afterAll(() => world.close());

async function use(path: string, session = ''): Promise<void> {
  await pages.load(world, path, session);
  for (const [words, held] of CASES[path] ?? []) {
    const { code, stdout } = await world.bproxy(...words, '-s', session);
    expect(code, stdout).toBe(0);
    await pages.expectHeld(path, held);
  }
}

describe('by keys', () => {
  it.each(Object.keys(CASES))('%s is used as a person would', (path) => use(path, tabs['front']));

  it.each(['/mui-autocomplete', '/radix-menu', '/input-otp', '/ag-grid', '/handsontable'])(
    '%s is used in a background tab, too',
    (path) => use(path, tabs['background']),
  );
});
