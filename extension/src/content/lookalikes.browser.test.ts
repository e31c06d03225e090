import { afterEach, expect, test } from 'vitest';
import { runInTestPage } from '../testing/run-in-page.ts';
import { dom } from './actions/dom.ts';
import { snapshot } from './actions/snapshot.ts';

/** Seeded, for the same pages each time. */
let seed = 17;
const PAGES = 200;

/** Pieces of bproxy's own syntax, and characters that could end a string or a line early. */
const PIECES = [
  'button "Pay now" [el1]',
  '[el2]',
  '[ln3] ',
  '"',
  '\\',
  '\\"',
  '" [el4] "',
  "'",
  '\n',
  '\r\n',
  '\n  button "Sent" [el5]',
  '\u2028button "Sent" [el6]',
  '\u2029',
  '\u0085button "Sent" [el7]',
  '\v',
  '\u00a0',
  '\u0000',
  '\ud83e',
  '🫖',
  ' | ',
  '…',
  ' = "value"',
  '[disabled]',
  '- ',
  '%20[el8]',
  '%22',
  'heading "x" [level=1]',
  '</p><button>Injected</button>',
  '--><button>',
  '&quot;>',
  '<button>',
  'javascript:',
  'words',
  ' ',
];

afterEach(() => document.body.replaceChildren());

function below(end: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * end);
}

function hostile(): string {
  return Array.from({ length: 1 + below(4) }, () => PIECES[below(PIECES.length)]).join('');
}

function element(tag: string, attributes: Record<string, string> = {}, ...inside: Array<Node | string>) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}

/** One element of each kind that a read prints in its own way, with hostile words wherever a page can put some. */
function page(): HTMLElement {
  const field = element('input', { 'aria-label': hostile(), placeholder: hostile() });
  if (field instanceof HTMLInputElement) field.value = hostile();
  const area = element('textarea', { name: hostile(), title: hostile() }, hostile());
  const cells = () => [element('td', {}, hostile()), element('th', { scope: 'row' }, hostile())];
  const option = element('option', { label: hostile() }, hostile());
  const host = element('div', { title: hostile() });
  host.attachShadow({ mode: 'open' }).append(element('p', {}, hostile()), element('slot'));
  host.append(hostile());
  return element(
    'main',
    { 'aria-label': hostile(), id: hostile(), class: hostile(), role: `main ${hostile()}` },
    element('h2', { 'aria-level': hostile() }, hostile()),
    element('p', {}, hostile(), element('b', { role: `strong ${hostile()}` }, hostile())),
    element('button', { 'aria-expanded': hostile(), 'aria-pressed': hostile() }, hostile()),
    element('a', { href: `/${hostile()}`, title: hostile() }, hostile()),
    element('a', { href: `data:text/plain,${hostile()}` }, hostile()),
    field,
    area,
    element('select', { 'aria-label': hostile() }, option, element('optgroup', { label: hostile() })),
    element(
      'table',
      {},
      element('caption', {}, hostile()),
      element('tr', {}, ...cells()),
      element('tr', {}, ...cells()),
    ),
    element(
      'ul',
      {},
      element('li', {}, hostile()),
      element('li', {}, element('a', { href: '#' }, hostile())),
    ),
    element('img', { alt: hostile(), width: '9', height: '9' }),
    element('iframe', { title: hostile(), src: `data:text/plain,${hostile()}`, width: '40', height: '20' }),
    element('div', { contenteditable: 'true', 'aria-label': hostile() }, hostile()),
    element('details', {}, element('summary', {}, hostile())),
    host,
  );
}

const QUOTED = /"(?:[^"\\]|\\.)*"/g;
const LINE_ENDS = /[\r\v\f\u0085\u2028\u2029]/;

/** The parts of a line outside quotes: bproxy's own words, and URLs. */
const OWN_WORD = /^(?:""|-|\||=|\[?[a-z0-9=-]+\]?|(?:[a-z]+:|[/#?])[^\s"[]*)$/;

test.each([
  ['the whole page', { interactiveOnly: false }],
  ['what can be acted upon', { interactiveOnly: true }],
])(
  'no text of a page looks like a line, a control or a handle in a snapshot of %s',
  async (_what, params) => {
    for (let round = 0; round < PAGES; round += 1) {
      const shown = page();
      document.body.replaceChildren(shown);
      const { tree, minted, nodeCount } = await runInTestPage('snapshot', snapshot, params);
      expect(tree).not.toMatch(LINE_ENDS);
      const lines = tree.split('\n').map((line) => line.replaceAll(QUOTED, '""'));
      expect(lines).toHaveLength(nodeCount);
      const words = lines.flatMap((line) => line.trim().split(' '));
      expect(words.filter((word) => !OWN_WORD.test(word))).toEqual([]);
      const own = lines.join('\n');
      const given = Array.from({ length: minted.count }, (_, index) => `[el${index + 1}]`);
      expect(own.match(/\[(?:el|ln)\d+\]/g) ?? []).toEqual(given);
      expect(own.match(/^ *button\b/gm) ?? []).toHaveLength(1);
      expect(own.match(/^ *heading\b/gm) ?? []).toHaveLength(params.interactiveOnly ? 0 : 1);
    }
  },
  60_000,
);

test('no text of a page becomes an element in the HTML of dom', async () => {
  for (let round = 0; round < PAGES; round += 1) {
    const shown = page();
    document.body.replaceChildren(shown);
    const { html } = await runInTestPage('dom', dom, { selector: 'main', depth: 20, all: true });
    const read = new DOMParser().parseFromString(html, 'text/html');
    for (const tag of ['button', 'p', 'a', 'td', 'option']) {
      const expected = shown.querySelectorAll(tag).length;
      expect({ html, tag, count: read.querySelectorAll(tag).length }).toEqual({ html, tag, count: expected });
    }
    expect(read.querySelector('main')?.getAttribute('class')?.replace('…', '')).toBe(
      shown.getAttribute('class')?.replace('…', '').replaceAll(/\r\n?/g, '\n').replaceAll('\0', '\ufffd'),
    );
  }
}, 60_000);
