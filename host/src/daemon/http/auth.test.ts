import { timingSafeEqual } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { sameProof } from '../../wire/handshake.ts';
import { checkAuth } from './auth.ts';

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  return { ...crypto, timingSafeEqual: vi.fn(crypto.timingSafeEqual) };
});

afterEach(() => vi.mocked(timingSafeEqual).mockClear());

it.each([
  ['secret', undefined],
  ['secres', 'token'],
])('the token is compared in constant time: %s', (given, failure) => {
  const headers = { host: '127.0.0.1:9', authorization: `Bearer ${given}` };
  expect(checkAuth(headers, 9, 'secret')).toBe(failure);
  expect(timingSafeEqual).toHaveBeenCalledOnce();
});

it('the proof of a link is compared in constant time', () => {
  expect(sameProof('abc', 'abd')).toBe(false);
  expect(timingSafeEqual).toHaveBeenCalledOnce();
});
