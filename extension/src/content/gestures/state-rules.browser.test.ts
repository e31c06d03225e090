import { afterEach, expect, test } from 'vitest';
import { stateRules } from './state-rules.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

function statesFor(css: string, body: string): string[] {
  document.body.innerHTML = `<style>${css}</style>${body}`;
  const element = document.querySelector('#x');
  if (!element) throw new Error('no element');
  return stateRules([element]).map(({ by, holder }) => `${by} ${holder.id || holder.tagName}`);
}

const ROW = '<ul><li id="row"><b id="before"></b><i class="a" id="x">x</i></li></ul>';

test.each([
  ['a parent', 'li:hover .a { display: block }', ['hover row']],
  ['one selector of several', '.none, li:hover > i.a { opacity: 1 }', ['hover row']],
  ['a sibling', '#before:hover ~ .a { left: 0 }', ['hover before']],
  ['the element itself', '.a:focus { clip-path: none }', ['focus x']],
  ['either state', 'li:is(:hover, :focus-within) .a { visibility: visible }', ['hover row', 'focus row']],
  ['a media query', '@media (min-width: 1px) { ul:hover .a { display: block } }', ['hover UL']],
  ['a nested rule', 'li { &:focus-within { > .a { display: block } } }', ['focus row']],
  ['what a parent has', 'ul:has(li:hover) .a { display: block }', ['hover UL']],
])('the holder of a state is found by a rule with %s', (_, css, expected) => {
  expect(statesFor(css, ROW)).toEqual(expected);
});

test.each([
  ['hides it', 'li:not(:hover) .a { display: none }'],
  ['is for another element', 'li:hover .b { display: block }'],
  ['only colours it', 'li:hover .a { color: red }'],
  ['has the word in a name', '.hover .a, [title=":hover"] .a { display: block }'],
])('no state is found by a rule that %s', (_, css) => {
  expect(statesFor(css, ROW)).toEqual([]);
});

test('a rule of a shadow root leads to its host', () => {
  document.body.innerHTML = '<div id="host"></div>';
  const root = document.querySelector('#host')?.attachShadow({ mode: 'open' });
  if (!root) throw new Error('no root');
  root.innerHTML = '<style>:host(:hover) .a { display: block }</style><i class="a">x</i>';
  const element = root.querySelector('.a');
  expect(element && stateRules([element])).toEqual([{ by: 'hover', isWithin: true, holder: root.host }]);
});
