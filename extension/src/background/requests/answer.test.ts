import { makeError } from '@bproxy/shared';
import { expect, it } from 'vitest';
import { byteLength, isSurelyBelow } from './answer.ts';

it.each([
  ['plain words', 'tea '.repeat(50)],
  ['what JSON escapes', '"\\\n\u0001'.repeat(50)],
  ['characters of three and four bytes', '日本🫖'.repeat(50)],
])('an answer of %s is never larger than its upper bound', (_what, text) => {
  const response = {
    protocol_version: 1 as const,
    id: 'r',
    ok: false as const,
    error: makeError('SCRIPT_ERROR', { message: text, details: { list: [text, 1, null, true, { text }] } }),
  };
  const bytes = byteLength(response);
  expect(isSurelyBelow(bytes, response)).toBe(false);
  expect(isSurelyBelow(bytes * 10, response)).toBe(true);
});
