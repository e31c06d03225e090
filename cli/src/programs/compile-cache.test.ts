import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOME_FILES } from '@bproxy/shared';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepCompiled } from './compile-cache.ts';

const uid = process.getuid?.() ?? null;
let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'bproxy-cli-'));
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

function kept(given = home, as = uid): unknown[] {
  const enableCompileCache = vi.fn();
  keepCompiled({ BPROXY_HOME: given }, { enableCompileCache }, as);
  return enableCompileCache.mock.calls.flat();
}

test('the compiled program is cached in a state folder that only its owner can enter', () => {
  expect(kept()).toEqual([join(home, HOME_FILES.cache)]);
});

test('nothing is cached if the folder belongs to another user, is open to others, is a file or is missing', () => {
  expect(kept(home, (uid ?? 0) + 1)).toEqual([]);
  chmodSync(home, 0o710);
  expect(kept()).toEqual([]);
  writeFileSync(join(home, 'file'), '');
  expect(kept(join(home, 'file'))).toEqual([]);
  expect(kept(join(home, 'missing'))).toEqual([]);
});

test('a Node that has no cache, or fails to use it, causes no failure', () => {
  expect(() => keepCompiled({ BPROXY_HOME: home }, {})).not.toThrow();
  const enableCompileCache = () => {
    throw new Error('no');
  };
  expect(() => keepCompiled({ BPROXY_HOME: home }, { enableCompileCache }, uid)).not.toThrow();
});
