import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const CLI = fileURLToPath(new URL('../../cli/dist/bproxy.cjs', import.meta.url));

/** Mounts a disk of 64 kB in its own namespace, which ends with the shell. */
const inSmallDisk = (script: string, ...args: string[]) =>
  spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'sh', '-c', script, 'sh', ...args], {
    encoding: 'utf8',
  });
const MOUNT = 'mount -t tmpfs -o size=64k,mode=0700 tmpfs "$1" && cd "$1"';

let disk: string;
beforeEach(() => {
  disk = mkdtempSync(join(tmpdir(), 'bproxy-disk-'));
});
afterEach(() => rmSync(disk, { recursive: true }));

// Some systems let only root mount. There, src/failures.test.ts writes to /dev/full instead.
const canMount = inSmallDisk(MOUNT, '/tmp').status === 0;

describe.runIf(canMount)('bproxy install on a disk that is really full', () => {
  it('reports it in one line and leaves only the files that existed before', () => {
    const script = `${MOUNT} && mkdir home profile && chmod 700 home
      cat /dev/zero >filler 2>/dev/null
      "$2" "$3" install --home "$1/home" --user-data-dir "$1/profile"; echo "code $?"
      find . -mindepth 1 | sort`;
    const { stdout, stderr } = inSmallDisk(script, disk, process.execPath, CLI);
    expect(stderr).toMatch(
      /^Nothing was written, because this failed: [^\n]*the disk is full\. Free some space[^\n]*\n$/,
    );
    expect(stdout).toBe('code 2\n./filler\n./home\n./profile\n');
  });
});
