import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findHostBinary } from './host-binary.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bproxy-binary-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function file(path: string, mode = 0o755): string {
  const full = join(root, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, '');
  chmodSync(full, mode);
  return full;
}

it('findHostBinary prefers the chosen program, then the workspace, then the neighbour, then the PATH', () => {
  const programDir = join(root, 'cli/dist');
  const env = { PATH: ['relative', join(root, 'plain'), join(root, 'bin')].join(':') };
  file('plain/bproxy-host', 0o644);
  expect(() => findHostBinary({ env, programDir })).toThrow('bproxy-host was not found');
  const onPath = file('bin/bproxy-host');
  expect(findHostBinary({ env, programDir })).toBe(onPath);
  const neighbour = file('cli/dist/bproxy-host.mjs', 0o644);
  expect(findHostBinary({ env, programDir })).toBe(neighbour);
  const workspace = file('host/dist/bproxy-host.mjs', 0o644);
  expect(findHostBinary({ env, programDir })).toBe(workspace);
  const chosen = file('chosen');
  expect(findHostBinary({ env: { ...env, BPROXY_SERVICE_BIN: chosen }, programDir })).toBe(chosen);
});

it('findHostBinary never falls back from a chosen program that is missing', () => {
  file('host/dist/bproxy-host.mjs');
  const env = { BPROXY_SERVICE_BIN: join(root, 'none') };
  expect(() => findHostBinary({ env, programDir: join(root, 'cli/dist') })).toThrow('BPROXY_SERVICE_BIN');
});
