import {
  ANSWER_LIFE_MS,
  errorEnvelope,
  LARGEST_KEPT_ANSWER,
  MOST_KEPT_ANSWERS,
  makeError,
  successEnvelope,
} from '@bproxy/shared';
import { describe, expect, it } from 'vitest';
import { KeptAnswers, MOST_KEPT_BYTES } from './kept-answers.ts';

function setUp() {
  let now = 0;
  const kept = new KeptAnswers(() => now);
  return { kept, wait: (ms: number) => (now += ms) };
}

const done = (title = '') => successEnvelope('a', { url: '', title, loadTime: 0 });

describe('a kept answer', () => {
  it('is returned again as a replay, and an error stays the same', () => {
    const { kept } = setUp();
    kept.keep('a', 'p', done());
    expect(kept.find('a', 'p')).toEqual({ ...done(), replay: true });
    const error = errorEnvelope('b', makeError('OUTCOME_UNKNOWN'));
    kept.keep('b', 'p', error);
    expect(kept.find('b', 'p')).toEqual(error);
    expect(kept.find('c', 'p')).toBeUndefined();
  });

  it('belongs to its payload: a different payload is refused', () => {
    const { kept } = setUp();
    kept.keep('a', 'p', done());
    expect(() => kept.find('a', 'q')).toThrow('Another request has been answered under this id.');
  });

  it('is forgotten when it is old', () => {
    const { kept, wait } = setUp();
    kept.keep('a', 'p', done());
    wait(ANSWER_LIFE_MS);
    expect(kept.find('a', 'p')).toBeDefined();
    wait(1);
    expect(kept.find('a', 'q')).toBeUndefined();
  });

  it('is dropped above the maximum count, oldest first', () => {
    const { kept } = setUp();
    for (let index = 0; index <= MOST_KEPT_ANSWERS; index += 1) kept.keep(`${index}`, 'p', done());
    expect(kept.find('0', 'p')).toBeUndefined();
    expect(kept.find('1', 'p')).toBeDefined();
  });

  it('is dropped above the maximum size, and counts once if it is kept again', () => {
    const { kept } = setUp();
    const title = 'x'.repeat(LARGEST_KEPT_ANSWER - 1_000);
    const fitting = Math.floor(MOST_KEPT_BYTES / (title.length + 200));
    for (let turn = 0; turn < 3; turn += 1) kept.keep('0', 'p', done(title));
    for (let index = 1; index < fitting; index += 1) kept.keep(`${index}`, 'p', done(title));
    expect(kept.find('0', 'p')).toBeDefined();
    kept.keep('more', 'p', done(title));
    expect(kept.find('0', 'p')).toBeUndefined();
  });

  it('that is too large is stored only as having run', () => {
    const { kept } = setUp();
    kept.keep('a', 'p', done('x'.repeat(LARGEST_KEPT_ANSWER)));
    expect(kept.find('a', 'p')).toMatchObject({ ok: false, error: { code: 'OUTCOME_UNKNOWN' } });
  });
});
