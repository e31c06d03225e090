import { getAriaRole, getElementAccessibleName } from 'ivya/utils';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { known } from '../dom/known-element.ts';
import { nameOf, withAccessibility } from './accessible.ts';
import { plainName } from './plain-name.ts';
import { plainRole } from './plain-role.ts';

const TEXT = 'Some <b>plain</b>  words';
const INPUTS = 'text email tel url search number checkbox radio range submit button password file date'.split(
  ' ',
);
const ELEMENTS: Array<[tag: string, own: string, inside: string]> = [
  ...'button h1 h3 h6 nav ul ol main article output div x-made'
    .split(' ')
    .map((tag): [string, string, string] => [tag, '', TEXT]),
  ['a', 'href="/there"', TEXT],
  ['a', '', TEXT],
  ['table', '', '<tr><td>cell</td></tr>'],
  ['table', '', '<caption>Prices</caption><tr><td>cell</td></tr>'],
  ['textarea', '', ''],
  ['select', '', '<option>one</option>'],
  ...INPUTS.map((type): [string, string, string] => ['input', `type="${type}"`, '']),
];

const SAYINGS = [
  '',
  'class="big" id="it" data-x="1" style="color: red"',
  'aria-label="Given  by\n its author"',
  'aria-label=" "',
  'aria-label="Given" title="Tip"',
  'aria-label="Given" aria-labelledby="other"',
  'aria-label="Given" aria-hidden="true"',
  'aria-label="Given" hidden',
  'aria-label="Given" role="none"',
  'title="Tip"',
  'placeholder="Fill me in"',
  'list="choices"',
  'role="link"',
  'aria-owns="other"',
];

const AROUND: Array<[name: string, wrap: (html: string) => string]> = [
  ['nothing', (html) => html],
  ['a label', (html) => `<label>Called so ${html}</label>`],
  ['what is hidden from readers', (html) => `<div aria-hidden="true">${html}</div>`],
  ['what is not shown', (html) => `<div style="display: none">${html}</div>`],
];

afterEach(() => {
  document.body.innerHTML = '';
  vi.restoreAllMocks();
});

function libraryName(element: Element): string {
  return getElementAccessibleName(element, false).replace(/\s+/g, ' ').trim();
}

function place(html: string): Element {
  document.body.innerHTML = `<p id="other">Another</p><datalist id="choices"><option>x</option></datalist><section>${html}</section>`;
  const found = document.querySelector('[data-it]');
  if (!found) throw new Error(`${html} has not been placed`);
  return found;
}

describe.each(AROUND)('plain names and roles in %s', (_name, wrap) => {
  it.each(SAYINGS)('equal those of the library, or are left to it, with: %s', (saying) => {
    const told = ELEMENTS.flatMap(([tag, own, inside]) => {
      const html = `<${tag} data-it ${own} ${saying}>${inside}</${tag}>`;
      const element = place(wrap(html));
      const name = plainName(known(element), true);
      const role = /role=/.test(saying) ? undefined : plainRole(known(element));
      if (name !== undefined) expect(name, html).toBe(libraryName(element));
      if (role !== undefined) expect(role, html).toBe(getAriaRole(element) ?? '');
      return name === undefined && role === undefined ? [] : [html];
    });
    if (!/role=/.test(saying)) expect(told.length).toBeGreaterThan(10);
  });
});

it('plain-name finds most names without the library', () => {
  const named = (html: string) => plainName(known(place(html)), true);
  expect(named('<a data-it href="/">Home</a>')).toBe('Home');
  expect(named('<button data-it aria-label="Close  it">×</button>')).toBe('Close it');
  expect(named('<label>Note <input data-it></label>')).toBe('Note');
  expect(named('<output data-it>3</output>')).toBe('');
  expect(named('<nav data-it aria-label="Aisles"></nav>')).toBe('Aisles');
});

it('plain-name reads each of many nested anchors once', () => {
  const depth = 200;
  let at = place('<a data-it href="/"></a>');
  for (let level = 1; level < depth; level += 1) {
    const inner = document.createElement('a');
    inner.href = '/';
    at.append(inner);
    at = inner;
  }
  at.textContent = 'Deep';
  const asked = vi.spyOn(window, 'getComputedStyle');
  const names = withAccessibility(() => [...document.querySelectorAll('a')].map(nameOf));
  expect(names).toEqual(Array.from({ length: depth }, () => 'Deep'));
  expect(asked.mock.calls.length).toBeLessThan(depth * 2);
});
