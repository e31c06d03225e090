import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { baseOf } from '../machine/base.ts';
import { thisMachine } from '../machine/machine.ts';
import { applyWrites } from './apply.ts';
import type { FileWrite } from './plan.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bproxy-apply-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const file = (name: string, content: string, mode = 0o644): FileWrite => ({
  kind: 'file',
  path: join(root, name),
  content,
  mode,
});

const apply = (writes: FileWrite[]) =>
  applyWrites(thisMachine(), writes, baseOf('linux', { system: false, home: root }));

describe('applyWrites', () => {
  it('restores overwritten files, their modes and the folders when the last write fails', async () => {
    writeFileSync(join(root, 'a'), 'old', { mode: 0o600 });
    mkdirSync(join(root, 'wall'));
    writeFileSync(join(root, 'wall', 'x'), '');
    const writes = [
      file('a', 'new'),
      file('made/deep/b', 'new'),
      file('a', 'newer'),
      file('wall', 'not a folder'),
    ];
    await expect(apply(writes)).rejects.toThrow(
      /^Nothing was written, because this failed: .* Make it writable/,
    );
    expect(readFileSync(join(root, 'a'), 'utf8')).toBe('old');
    expect(statSync(join(root, 'a')).mode & 0o777).toBe(0o600);
    expect(readdirSync(root).sort()).toEqual(['a', 'wall']);
  });

  it('distinguishes new files from files that were already right', async () => {
    writeFileSync(join(root, 'a'), 'same', { mode: 0o644 });
    const statuses = await apply([file('a', 'same'), file('b', 'new', 0o755)]);
    expect([...statuses.values()]).toEqual(['unchanged', 'written']);
    expect(statSync(join(root, 'b')).mode & 0o777).toBe(0o755);
    expect(readdirSync(root).sort()).toEqual(['a', 'b']);
  });
});
