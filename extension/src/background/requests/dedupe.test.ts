import { ANSWER_LIFE_MS, MOST_KEPT_ANSWERS } from '@bproxy/shared';
import { describe, expect, test } from 'vitest';
import { fakeStore } from '../../testing/fake-chrome.ts';
import { success } from './answer.ts';
import { Dedupe, evictions, MOST_BYTES, type Remembered } from './dedupe.ts';

const response = success<'navigate'>('x', {
  data: { url: '', title: '', loadTime: 0 },
  page: { url: '', title: '', state: 'ready', busy: false },
});
const done = (at: number, bytes = 1): Remembered => ({ state: 'done', at, bytes, response });

describe('Dedupe drops', () => {
  test('nothing below the limits', () => {
    expect(evictions(new Map([['a', done(0)]]), ANSWER_LIFE_MS)).toEqual([]);
  });

  test('old entries', () => {
    expect(
      evictions(
        new Map([
          ['a', done(0)],
          ['b', done(1)],
        ]),
        ANSWER_LIFE_MS + 1,
      ),
    ).toEqual(['a']);
  });

  test('the oldest answers above the count, and marks last', () => {
    const entries = new Map<string, Remembered>([['mark', { state: 'started', at: 0 }]]);
    for (let at = 0; at < MOST_KEPT_ANSWERS + 1; at++) entries.set(`d${at}`, done(1));
    expect(evictions(entries, 2)).toEqual(['d0', 'd1']);
  });

  test('the oldest answers above the limit of bytes', () => {
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

test('many simultaneous writes are all stored', async () => {
  const store = fakeStore();
  const dedupe = new Dedupe(store, fakeStore(), () => 0);
  await Promise.all(Array.from({ length: 50 }, (_, at) => dedupe.start(`${at}`)));
  expect(store.items.size).toBe(50);
  expect(await new Dedupe(store, fakeStore(), () => 0).find('49')).toEqual({ state: 'started', at: 0 });
});

describe('a write', () => {
  test('is requested before anything else, and is awaited only until one has succeeded', async () => {
    const store = fakeStore();
    const dedupe = new Dedupe(store, fakeStore(), () => 0);
    await dedupe.start('first');
    expect(store.items.has('request:first')).toBe(true);
    const asked: string[] = [];
    store.set = (items) => {
      asked.push(...Object.keys(items));
      return new Promise(() => {});
    };
    await dedupe.start('second');
    expect(asked).toEqual(['request:second']);
  });

  test('is awaited if the one before it failed', async () => {
    const store = fakeStore();
    const dedupe = new Dedupe(store, fakeStore(), () => 0);
    await dedupe.start('good');
    store.full = true;
    await dedupe.start('unnoticed');
    await Promise.resolve();
    await expect(dedupe.start('refused')).rejects.toThrow('QUOTA');
    store.full = false;
    await dedupe.start('good again');
    expect([...store.items.keys()]).toEqual(['request:good', 'request:good again']);
  });
});

test('other keys in the store are left alone', async () => {
  const dedupe = new Dedupe(
    fakeStore({ trace: [], 'request:odd': 'junk' }),
    fakeStore({ 'begun:odd': 1 }),
    () => 0,
  );
  expect(await dedupe.find('odd')).toBeUndefined();
});

describe('after a reload of the extension, which empties `storage.session`', () => {
  test('a begun action is still known, and nothing of its answer is on the disk', async () => {
    const lasting = fakeStore({ label: 'x' });
    const dedupe = new Dedupe(fakeStore(), lasting, () => 5);
    const outlastReload = await dedupe.start('a', 'digest');
    expect(lasting.items.has('begun:a')).toBe(false);
    outlastReload();
    await dedupe.finish('a', response);
    expect(lasting.items.get('begun:a')).toEqual({ at: 5, payload: 'digest' });
    const next = new Dedupe(fakeStore(), lasting, () => 6);
    expect(await next.find('a')).toEqual({ state: 'forgotten', at: 5, payload: 'digest' });
    expect(await next.find('label')).toBeUndefined();
  });

  test('a request that did not run after all, or is old, leaves no mark', async () => {
    const lasting = fakeStore();
    let now = 0;
    const dedupe = new Dedupe(fakeStore(), lasting, () => now);
    (await dedupe.start('a'))();
    await dedupe.forget('a');
    expect(lasting.items.size).toBe(0);
    (await dedupe.start('b'))();
    await Promise.resolve();
    now = ANSWER_LIFE_MS + 1;
    (await new Dedupe(fakeStore(), lasting, () => now).start('c'))();
    await Promise.resolve();
    expect([...lasting.items.keys()]).toEqual(['begun:c']);
  });

  test('a full disk stops nothing', async () => {
    const lasting = fakeStore();
    lasting.full = true;
    const store = fakeStore();
    await new Dedupe(store, lasting, () => 0).start('a');
    expect(store.items.has('request:a')).toBe(true);
  });
});
