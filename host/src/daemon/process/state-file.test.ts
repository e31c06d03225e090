import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeContext } from '../testing/fake-context.ts';
import { readStateFile, stateFile } from './state-file.ts';

let dir: string;
let path: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'bproxy-state-'));
  path = join(dir, 'state.json');
});

afterEach(() => rmSync(dir, { recursive: true }));

test('the newest text is on disk at once, private to the user', () => {
  const keep = stateFile(path, fakeContext().context.log);
  for (const text of ['a', 'b', 'b']) keep(text);
  expect(readStateFile(path)).toBe('b');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(dir)).toEqual(['state.json']);
});

test('text that is already on disk is not written again', () => {
  const keep = stateFile(path, fakeContext().context.log);
  keep('a');
  rmSync(path);
  keep('a');
  expect(readStateFile(path)).toBeUndefined();
});

test('a file that cannot be written is reported once, and retried with the next change', () => {
  const { context, logged } = fakeContext();
  mkdirSync(join(path, 'in-the-way'), { recursive: true });
  const keep = stateFile(path, context.log);
  keep('1');
  keep('2');
  expect(logged).toEqual([{ event: 'state_not_saved', error: expect.any(String) }]);
  rmdirSync(join(path, 'in-the-way'));
  rmdirSync(path);
  keep('2');
  expect(readStateFile(path)).toBe('2');
});
