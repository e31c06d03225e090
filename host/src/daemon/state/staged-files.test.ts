import { createHash } from 'node:crypto';
import { PART_BYTES } from '@bproxy/shared';
import { describe, expect, it } from 'vitest';
import { STAGED_LIFE_MS, StagedFiles } from './staged-files.ts';

const digest = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');
const BYTES = Buffer.from('The bytes of a file.');
const FILE = { size: BYTES.length, sha256: digest(BYTES) };

function staged(maxBytes = 1_000) {
  let now = 0;
  let look = () => {};
  const files = new StagedFiles({
    maxBytes,
    digest,
    now: () => now,
    later: (work) => {
      look = work;
    },
  });
  const pass = (ms: number) => {
    now += ms;
    look();
  };
  return { files, pass };
}

const codeOf = (work: () => unknown) => {
  try {
    work();
    return 'nothing';
  } catch (error) {
    return error instanceof Error && 'error' in error ? error.error : error;
  }
};
const incomplete = (from: number) => ({
  code: 'UPLOAD_INCOMPLETE',
  details: { missing: [{ file: 0, from }] },
});

describe('the bytes of an upload', () => {
  it('are given to the page only when all of them are there and the request runs', () => {
    const { files } = staged();
    const place = { id: 'a', file: 0, from: 0 };
    expect(codeOf(() => files.hold('a', [FILE]))).toMatchObject(incomplete(0));
    expect(files.add(place, BYTES.subarray(0, 5))).toBe(5);
    expect(files.part(place)).toBeUndefined();
    expect(codeOf(() => files.hold('a', [FILE]))).toMatchObject(incomplete(5));
    // A part that comes twice changes nothing.
    expect(files.add(place, BYTES.subarray(0, 5))).toBe(5);
    expect(files.add({ ...place, from: 5 }, BYTES.subarray(5))).toBe(BYTES.length);
    expect(files.part(place)).toBeUndefined();
    files.hold('a', [FILE]);
    expect(files.part(place)?.toString()).toBe(BYTES.toString());
    expect(files.part({ ...place, from: BYTES.length })).toBeUndefined();
    files.release('a');
    expect(files.part(place)).toBeUndefined();
  });

  it('come in parts that a message to the extension has room for', () => {
    const { files } = staged(10 * PART_BYTES);
    const large = Buffer.alloc(PART_BYTES + 1, 7);
    const described = [{ size: large.length, sha256: digest(large) }];
    expect(codeOf(() => files.hold('a', described))).toMatchObject(incomplete(0));
    files.add({ id: 'a', file: 0, from: 0 }, large);
    files.hold('a', described);
    const parts = [0, PART_BYTES].map((from) => files.part({ id: 'a', file: 0, from })?.length);
    expect(parts).toEqual([PART_BYTES, 1]);
  });

  it.each([
    ['that nobody asked for', { id: 'b', file: 0, from: 0 }, BYTES],
    ['of a file that the request does not name', { id: 'a', file: 1, from: 0 }, BYTES],
    ['beyond the end of the file', { id: 'a', file: 0, from: 0 }, Buffer.alloc(FILE.size + 1)],
    ['that are not those of the file', { id: 'a', file: 0, from: 0 }, Buffer.alloc(FILE.size)],
  ])('are refused if they are bytes %s', (_what, place, bytes) => {
    const { files } = staged();
    codeOf(() => files.hold('a', [FILE]));
    expect(codeOf(() => files.add(place, bytes))).toMatchObject({ code: 'UPLOAD_INCOMPLETE' });
    expect(codeOf(() => files.hold('a', [FILE]))).toMatchObject(incomplete(0));
  });

  it('are not taken above the limit of the owner, nor above twice of it for all uploads', () => {
    const { files } = staged(FILE.size);
    expect(codeOf(() => files.hold('a', [FILE, FILE]))).toMatchObject({
      code: 'FILE_TOO_LARGE',
      details: { bytes: 2 * FILE.size, maxBytes: FILE.size },
    });
    for (const id of ['a', 'b']) expect(codeOf(() => files.hold(id, [FILE]))).toMatchObject(incomplete(0));
    expect(codeOf(() => files.hold('c', [FILE]))).toMatchObject({ code: 'OVERLOADED' });
    files.release('a');
    expect(codeOf(() => files.hold('c', [FILE]))).toMatchObject(incomplete(0));
  });

  it('are dropped after a minute without another part, but not while the request runs', () => {
    const { files, pass } = staged();
    for (const id of ['a', 'b']) {
      codeOf(() => files.hold(id, [FILE]));
      files.add({ id, file: 0, from: 0 }, BYTES);
    }
    files.hold('b', [FILE]);
    pass(STAGED_LIFE_MS);
    expect(codeOf(() => files.hold('a', [FILE]))).toMatchObject(incomplete(0));
    expect(files.part({ id: 'b', file: 0, from: 0 })?.length).toBe(BYTES.length);
  });
});
