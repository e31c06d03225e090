import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isSameProcess, startTimeOf } from './process-identity.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bproxy-identity-'));
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function standIn(name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
}

it('a process with an unknown start time never counts as the same', () => {
  expect(isSameProcess(process.pid, startTimeOf(process.pid))).toBe(true);
  expect(isSameProcess(process.pid, '')).toBe(false);
  expect(isSameProcess(process.pid, '1')).toBe(false);
  expect(isSameProcess(process.pid, '1', 'aix')).toBe(false);
});

describe.each([
  ['darwin', 'ps', 'echo "Mon Jan  5 10:00:00 2026 $*"', '-o lstart= -p'],
  ['win32', 'powershell.exe', 'echo "134120160000000000 $*"', 'ProcessId='],
] as const)('on %s', (platform, program, script, asks) => {
  it('the system reports when a process started', () => {
    standIn(program, script);
    const told = startTimeOf(process.pid, platform);
    expect(told).toContain(asks);
    expect(told).toContain(String(process.pid));
    expect(isSameProcess(process.pid, told, platform)).toBe(true);
    standIn(program, 'echo another time');
    expect(isSameProcess(process.pid, told, platform)).toBe(false);
  });

  it('a system that does not report a start time proves nothing', () => {
    standIn(program, 'exit 1');
    expect(startTimeOf(process.pid, platform)).toBe('');
    expect(isSameProcess(process.pid, '', platform)).toBe(false);
  });
});
