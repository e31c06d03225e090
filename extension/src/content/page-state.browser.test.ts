import { afterEach, expect, test } from 'vitest';
import { readPageState } from './page-state.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

test.each([
  ['nothing', '<p>x</p>', false],
  ['a spinner', '<div role=progressbar>…</div>', true],
  ['a busy region', '<div aria-busy=true>…</div>', true],
  ['aria-busy=false', '<div aria-busy=false>…</div>', false],
  ['progress without a value', '<progress></progress>', true],
  ['progress with a value', '<progress value=1 max=2></progress>', false],
  ['a hidden spinner', '<div role=progressbar hidden>…</div>', false],
  ['one without visibility', '<div aria-busy=true style="visibility:hidden">…</div>', false],
  ['one without opacity', '<div role=progressbar style="opacity:0">…</div>', false],
  ['a hidden one before a visible one', '<progress hidden></progress><progress></progress>', true],
])('%s', (_, html, busy) => {
  document.body.innerHTML = html;
  expect(readPageState()).toEqual({ url: location.href, title: document.title, state: 'ready', busy });
});
