import { describe, expect, test } from 'vitest';
import { fakeStore } from '../testing/fake-chrome.ts';
import { success } from './answer.ts';
import { Dedupe, evictions, KEPT_MS, MOST_BYTES, MOST_ENTRIES, type Remembered } from './dedupe.ts';

const response = success<'navigate'>('x', {
  data: { url: '', title: '', loadTime: 0 },
  page: { url: '', title: '', state: 'ready', busy: false },
});
const done = (at: number, bytes = 1): Remembered => ({ state: 'done', at, bytes, response });

describe('what is given up', () => {
  test('nothing below the limits', () => {
    expect(evictions(new Map([['a', done(0)]]), KEPT_MS)).toEqual([]);
  });

  test('the old', () => {
    expect(
      evictions(
        new Map([
          ['a', done(0)],
          ['b', done(1)],
        ]),
        KEPT_MS + 1,
      ),
    ).toEqual(['a']);
  });

  test('the oldest answers above the count, marks last', () => {
    const entries = new Map<string, Remembered>([['mark', { state: 'started', at: 0 }]]);
    for (let at = 0; at < MOST_ENTRIES + 1; at++) entries.set(`d${at}`, done(1));
    expect(evictions(entries, 2)).toEqual(['d0', 'd1']);
  });

  test('the oldest answers above the bytes', () => {
    const half = MOST_BYTES / 2;
    expect(
      evictions(
        new Map([
          ['a', done(0, half)],
          ['b', done(1, half)],
          ['c', done(2, 1)],
        ]),
        2,
      ),
    ).toEqual(['a']);
  });
});

test('many writes at once are all kept', async () => {
  const store = fakeStore();
  const dedupe = new Dedupe(store, () => 0);
  await Promise.all(Array.from({ length: 50 }, (_, at) => dedupe.start(`${at}`)));
  expect(store.items.size).toBe(50);
  expect(await new Dedupe(store, () => 0).find('49')).toEqual({ state: 'started', at: 0 });
});

test('what is in the store for others is left alone', async () => {
  const dedupe = new Dedupe(fakeStore({ trace: [], 'request:odd': 'junk' }), () => 0);
  expect(await dedupe.find('odd')).toBeUndefined();
});
