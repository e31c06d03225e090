import { afterEach, expect, test } from 'vitest';
import { pointAt } from './point-at.ts';

afterEach(() => {
  document.body.innerHTML = '';
  scrollTo(0, 0);
});

const outlined = () =>
  document.getAnimations().map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.id : null));

test('point-at scrolls to the element and outlines it', () => {
  document.body.innerHTML = '<p style="height:5000px"></p><input id=f type=file>';
  expect(pointAt('#f')).toBe(1);
  const box = document.querySelector('#f')?.getBoundingClientRect();
  expect(box && box.top >= 0 && box.bottom <= innerHeight).toBe(true);
  expect(outlined()).toEqual(['f']);
});

test.each([
  ['its label', '<label id=place for=f>Choose</label><input id=f type=file hidden>'],
  [
    'what is around it',
    '<div id=place>Drop here <span><input id=f type=file style="opacity:0"></span></div>',
  ],
])('point-at shows a hidden field by %s', (_what, html) => {
  document.body.innerHTML = html;
  document.querySelector('span')?.style.setProperty('display', 'none');
  expect(pointAt('#f')).toBe(1);
  expect(outlined()).toEqual(['place']);
});

test('point-at finds the element in an open shadow root', () => {
  document.body.innerHTML = '<div id=host></div>';
  const root = document.querySelector('#host')?.attachShadow({ mode: 'open' });
  if (root) root.innerHTML = '<input id=inner type=file>';
  expect(pointAt('#inner')).toBe(1);
});

test('point-at does nothing when the element is ambiguous', () => {
  document.body.innerHTML = '<i class=a>1</i><i class=a>2</i>';
  expect(pointAt('.a')).toBe(2);
  expect(pointAt('.b')).toBe(0);
  expect(pointAt('a[')).toBe('not-a-selector');
  expect(outlined()).toEqual([]);
});
