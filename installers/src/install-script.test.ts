import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../install.sh', import.meta.url));
const PRINT_ARGUMENTS = 'process.stdout.write(JSON.stringify(process.argv.slice(2)))';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "bproxy it's a script "));
  mkdirSync(join(root, 'installers'));
  copyFileSync(SCRIPT, join(root, 'installers', 'install.sh'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function run(...words: string[]) {
  return spawnSync('/bin/sh', [join(root, 'installers', 'install.sh'), ...words], { encoding: 'utf8' });
}

function put(path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), PRINT_ARGUMENTS);
}

describe('install.sh', () => {
  it.each(['cli/dist/bproxy.cjs', 'installers/bproxy.cjs'])('passes its arguments on to %s', (cli) => {
    put(cli);
    const words = ['--user-data-dir', "/a b/it's $HOME", ''];
    expect(JSON.parse(run(...words).stdout)).toEqual(['install', ...words]);
  });

  it('uninstalls with --uninstall', () => {
    put('installers/bproxy.cjs');
    expect(JSON.parse(run('--browser', 'chrome', '--uninstall').stdout)).toEqual([
      'uninstall',
      '--browser',
      'chrome',
    ]);
  });

  it('explains the next step when bproxy is not built', () => {
    const { status, stdout, stderr } = run();
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/not built yet[\s\S]*"npm start" or "pnpm build"/);
  });
});
