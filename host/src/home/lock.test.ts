import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Home, homeAt } from './home.ts';
import { claimLock, livingHolder, readLock, releaseLock, stillHolds } from './lock.ts';
import { startTimeOf } from './process-identity.ts';

const OWN = { pid: process.pid, startTime: startTimeOf(process.pid) };

let home: Home;

beforeEach(() => {
  home = homeAt(mkdtempSync(join(tmpdir(), 'bproxy-lock-')));
});

afterEach(() => rmSync(home.dir, { recursive: true, force: true }));

describe('an invalid lock is replaced', () => {
  it.each([
    ['empty', ''],
    ['junk', '\u0000\uffff'.repeat(2_000)],
    ['of a dead process', '4194000\n1\nx\n'],
    ['of a recycled pid', `${process.pid}\n1\nx\n`],
    ['of pid 0', '0\n0\nx\n'],
    ['of a negative pid', '-1\n0\nx\n'],
  ])('%s', (_name, content) => {
    writeFileSync(home.lock, content);
    expect(livingHolder(home)).toBeUndefined();
    expect(claimLock(home, { ...OWN, id: 'new' })).toBeUndefined();
    expect(readLock(home)).toEqual({ ...OWN, id: 'new' });
    expect(readdirSync(home.dir)).toEqual(['daemon.lock']);
  });
});

it('the lock of a living process is kept, and only its owner can release it', () => {
  claimLock(home, { ...OWN, id: 'first' });
  expect(claimLock(home, { ...OWN, id: 'second' })).toMatchObject({ id: 'first' });
  releaseLock(home, 'second');
  expect(readLock(home)?.id).toBe('first');
  releaseLock(home, 'first');
  expect(readdirSync(home.dir)).toEqual([]);
});

describe('the owner', () => {
  it('holds the lock, and takes it again when it was removed or replaced by a dead one', () => {
    const owner = { ...OWN, id: 'owner' };
    claimLock(home, owner);
    expect(stillHolds(home, owner)).toBe(true);
    rmSync(home.lock);
    expect(stillHolds(home, owner)).toBe(true);
    writeFileSync(home.lock, '4194000\n1\nx\n');
    expect(stillHolds(home, owner)).toBe(true);
    expect(readLock(home)).toEqual(owner);
  });

  it('loses it to another living process, or when the home is removed', () => {
    const owner = { ...OWN, id: 'owner' };
    claimLock(home, { ...OWN, id: 'other' });
    expect(stillHolds(home, owner)).toBe(false);
    rmSync(home.dir, { recursive: true });
    expect(stillHolds(home, owner)).toBe(false);
  });
});
