import { expect, it } from 'vitest';
import { newId } from './new-id.ts';

it('newId makes unique ids whose characters need no quoting', () => {
  const ids = Array.from({ length: 10_000 }, () => newId(4_194_304, 1_800_000_000_000, Math.random));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids.slice(0, 100)) expect(id).toMatch(/^[a-z0-9-]{20,60}$/);
});

it('newId keeps its format when the random numbers are zero', () => {
  expect(newId(1, 0, () => 0)).toBe('0-1-00000000000000000000');
});
