import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const SETUP = new URL('../scripts/setup.mjs', import.meta.url).href;
const PACKAGES = 'chromium xvfb openbox xdotool x11-utils';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bproxy-setup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Looks for the programs of the tests on a computer that has only what is in the folder. */
function ensurePrograms() {
  const code = `import(${JSON.stringify(SETUP)}).then(({ ensurePrograms }) => ensurePrograms())`;
  const env = { PATH: folder };
  return spawnSync(process.execPath, ['-e', code], { env, encoding: 'utf8' });
}

function program(name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
}

describe.runIf(process.platform === 'linux')('the set-up', () => {
  it('says what to install where it cannot', () => {
    const { status, stderr } = ensurePrograms();
    expect(status).toBe(1);
    expect(stderr).toContain(`On Debian: \`sudo apt-get install ${PACKAGES}\``);
  });

  it.runIf(process.getuid?.() === 0)('installs what is missing from Debian for root', () => {
    const installed = 'chromium Xvfb openbox xdotool xprop';
    program(
      'apt-get',
      `echo "$*" >> ${folder}/asked
       [ "$1" = install ] || exit 0
       for name in ${installed}; do echo > ${folder}/$name; /bin/chmod 755 ${folder}/$name; done`,
    );
    expect(ensurePrograms()).toMatchObject({ status: 0, stderr: '' });
    const asked = readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n');
    expect(asked).toEqual(['--version', 'update -qq', expect.stringContaining(` ${PACKAGES}`)]);
    // Nothing is missing any more.
    expect(ensurePrograms()).toMatchObject({ status: 0, stdout: '' });
  });
});
