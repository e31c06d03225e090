import { CHUNK_BYTES } from '@bproxy/shared';
import { describe, expect, test } from 'vitest';
import { type Chunk, ChunkAssembly } from './chunks.ts';

function split(value: unknown, size: number, message = 'm'): Chunk[] {
  const bytes = Buffer.from(JSON.stringify(value));
  const count = Math.max(1, Math.ceil(bytes.length / size));
  return Array.from({ length: count }, (_, index) => ({
    message,
    index,
    count,
    data: bytes.subarray(index * size, (index + 1) * size).toString('base64'),
  }));
}

function addAll(assembly: ChunkAssembly, chunks: Chunk[]) {
  return chunks.map((chunk) => assembly.add(chunk)).at(-1);
}

const TRICKY = { text: 'aé€😀\u0000\u001f"\\\u2028', nested: [null, true, 1.5] };

describe('whole messages are put together', () => {
  test.each(Array.from({ length: 40 }, (_, size) => size + 1))('from parts of %i bytes', (size) => {
    expect(addAll(new ChunkAssembly(), split(TRICKY, size))).toEqual({ state: 'complete', value: TRICKY });
  });

  test.each([CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES])('of %i bytes', (bytes) => {
    const value = 'é'.repeat(Math.floor((bytes - 2) / 2));
    expect(addAll(new ChunkAssembly(), split(value, CHUNK_BYTES))).toEqual({ state: 'complete', value });
  });

  test('two messages may arrive interleaved', () => {
    const assembly = new ChunkAssembly();
    const [one, two] = [split([1, 2, 3], 2, 'one'), split([4, 5, 6], 2, 'two')];
    const outcomes = one.flatMap((chunk, at) =>
      [chunk, two[at]].flatMap((c) => (c ? [assembly.add(c)] : [])),
    );
    expect(outcomes.filter(({ state }) => state === 'complete')).toEqual([
      { state: 'complete', value: [1, 2, 3] },
      { state: 'complete', value: [4, 5, 6] },
    ]);
  });
});

describe('a broken message is dropped whole', () => {
  const chunks = split(TRICKY, 5);

  test.each([
    ['without a beginning', chunks.slice(1)],
    ['with a gap', [...chunks.slice(0, 2), ...chunks.slice(3)]],
    ['with a repeated chunk', [...chunks.slice(0, 2), ...chunks.slice(1)]],
    ['with a changed count', chunks.map((chunk, at) => (at === 1 ? { ...chunk, count: 99 } : chunk))],
    ['with junk for base64', chunks.map((chunk, at) => (at === 1 ? { ...chunk, data: '%%%' } : chunk))],
    [
      'of half a character',
      [{ message: 'm', index: 0, count: 1, data: Buffer.from([0x22, 0xe2, 0x82]).toString('base64') }],
    ],
    [
      'that is no JSON',
      [{ message: 'm', index: 0, count: 1, data: Buffer.from('{"a":').toString('base64') }],
    ],
    ['of absurdly many chunks', [{ message: 'm', index: 0, count: 1e9, data: '' }]],
  ])('%s', (_, broken) => {
    const assembly = new ChunkAssembly();
    expect(addAll(assembly, broken)).toMatchObject({ state: 'dropped' });
    expect(addAll(assembly, split(TRICKY, 5, 'next'))).toEqual({ state: 'complete', value: TRICKY });
  });

  test('above the limit of bytes, counted over all messages', () => {
    const assembly = new ChunkAssembly(20);
    assembly.add({ message: 'a', index: 0, count: 2, data: Buffer.alloc(15).toString('base64') });
    expect(
      assembly.add({ message: 'b', index: 0, count: 2, data: Buffer.alloc(6).toString('base64') }),
    ).toEqual({
      state: 'dropped',
      reason: 'too many bytes',
    });
  });

  test('if it is the ninth at once', () => {
    const assembly = new ChunkAssembly();
    for (let at = 0; at < 8; at++) assembly.add({ message: `${at}`, index: 0, count: 2, data: '' });
    expect(assembly.add({ message: '8', index: 0, count: 2, data: '' })).toMatchObject({ state: 'dropped' });
    assembly.clear();
    expect(assembly.add({ message: '8', index: 0, count: 2, data: '' })).toEqual({ state: 'waiting' });
  });
});
