import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readToken } from './token.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'bproxy-token-'));
  writeFileSync(join(home, 'token'), 'abc\n', { mode: 0o600 });
});
afterEach(() => rmSync(home, { recursive: true }));

it('readToken reads the token of this user', () => {
  expect(readToken(home)).toBe('abc');
});

it('readToken refuses the file of another user', () => {
  expect(() => readToken(home, (process.getuid?.() ?? 0) + 1)).toThrow('belongs to another user');
});

it('readToken skips the checks of mode and owner where there is no uid', () => {
  chmodSync(join(home, 'token'), 0o644);
  expect(readToken(home, null)).toBe('abc');
});

it('readToken names the path of a missing file', () => {
  expect(() => readToken(join(home, 'none'))).toThrow(join(home, 'none', 'token'));
});
