import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LauncherPaths, posixLauncher, windowsLauncher } from './launcher.ts';

const ORIGIN = 'chrome-extension://dnfganipegioadnjfbmjndpbmfphjgph/';
const HOSTILE = [
  'plain',
  'two  spaces',
  "it's",
  'say "hi"',
  '$HOME $(touch pwned)',
  '`touch pwned`',
  'back\\slash\\',
  '100% %PATH% !x! ^&|<>;*?[a]#~',
  'grüße 日本 🦊',
  '-rf',
];

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bproxy-launcher-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Writes a Node that prints its arguments, one a line, and the variables that must not reach it. */
function fakeNode(path: string, script = 'printf "%s\\n" "$0" "$@" "[$NODE_OPTIONS$NODE_PATH]"'): string {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

interface HomePaths extends LauncherPaths {
  home: string;
}

function pathsIn(name: string): HomePaths {
  const folder = join(root, name);
  mkdirSync(folder);
  const hostBinary = join(folder, 'bproxy-host.mjs');
  writeFileSync(hostBinary, '');
  return { node: fakeNode(join(folder, 'node')), fallbackNodes: [], hostBinary, home: join(folder, 'home') };
}

function launch(paths: LauncherPaths, input = '') {
  const launcher = join(root, 'bproxy-host');
  writeFileSync(launcher, posixLauncher(paths), { mode: 0o755 });
  const env = { HOME: root, PATH: '/usr/bin:/bin', NODE_OPTIONS: '--require /gone.js', NODE_PATH: '/gone' };
  return spawnSync(launcher, [ORIGIN], { encoding: 'utf8', env, cwd: root, input });
}

const errorFile = (paths: HomePaths) => join(paths.home, 'logs', 'last-launch-error.txt');

describe('posixLauncher', () => {
  it.each(HOSTILE)('starts Node with exact arguments below a folder named %j', (name) => {
    const paths = pathsIn(name);
    const { stdout, stderr, status } = launch(paths);
    expect(stdout.split('\n')).toEqual([
      paths.node,
      paths.hostBinary,
      'link',
      '--home',
      paths.home,
      ORIGIN,
      '[]',
      '',
    ]);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(existsSync(join(root, 'pwned'))).toBe(false);
    expect(existsSync(paths.home)).toBe(false);
  });

  it('has LF endings and replaces the shell', () => {
    const text = posixLauncher(pathsIn('plain'));
    expect(text).toMatch(/^#!\/bin\/sh\n/);
    expect(text).not.toContain('\r');
    expect(text).toMatch(/^ *exec "\$node"/m);
  });

  it.each(['node', 'host'])('records its attempts, and prints nothing, when the %s is missing', (what) => {
    const paths = { ...pathsIn("it's $HOME"), fallbackNodes: ['/no/such/node'] };
    rmSync(what === 'node' ? paths.node : paths.hostBinary);
    const { stdout, status } = launch(paths);
    expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
    const report = readFileSync(errorFile(paths), 'utf8');
    expect(report).toContain(`node: ${paths.node} (${what === 'node' ? 'missing' : 'present'})`);
    expect(report).toContain(`host: ${paths.hostBinary} (${what === 'host' ? 'missing' : 'present'})`);
    expect(report).toContain('node: /no/such/node (missing)');
    expect(report).toContain('PATH: /usr/bin:/bin');
    expect(report).toMatch(/Run "bproxy install" again/);
    expect(statSync(errorFile(paths)).mode & 0o777).toBe(0o600);
    expect(statSync(paths.home).mode & 0o777).toBe(0o700);
  });

  it('falls back to another Node that is new enough, and leaves the input to it', () => {
    const paths = pathsIn('plain');
    rmSync(paths.node);
    const old = fakeNode(join(root, 'old'), 'cat; exit 1');
    const good = fakeNode(join(root, 'good'), 'case "$1" in -e) cat >&2;; *) echo good; cat;; esac');
    const { stdout, status } = launch({ ...paths, fallbackNodes: ['/no/such/node', old, good] }, 'frames');
    expect({ stdout, status }).toEqual({ stdout: 'good\nframes', status: 0 });
  });

  it('exits with 1 and an empty stdout even when the report cannot be written', () => {
    const paths = pathsIn('plain');
    rmSync(paths.node);
    writeFileSync(paths.home, 'a file');
    expect(launch(paths)).toMatchObject({ stdout: '', status: 1 });
  });

  it('refuses a path that would break the line', () => {
    const paths = { ...pathsIn('plain'), home: '/a\nrm -rf /' };
    expect(() => posixLauncher(paths)).toThrow(/line break or control character/);
  });

  it('uses the home of the current user at the system level', () => {
    const paths = { ...pathsIn('plain'), home: undefined };
    expect(launch(paths).stdout.split('\n').slice(2, 4)).toEqual(['link', ORIGIN]);
    rmSync(paths.hostBinary);
    launch(paths);
    expect(existsSync(join(root, '.bproxy/logs/last-launch-error.txt'))).toBe(true);
  });
});

describe('windowsLauncher', () => {
  const paths = {
    node: 'C:\\Program Files\\nodejs\\node.exe',
    fallbackNodes: ['D:\\Node & co (x86)\\node.exe'],
    hostBinary: 'C:\\A 100% b\\bproxy-host.mjs',
    home: 'C:\\Users\\ada\\.bproxy',
  };

  it('is silent, quotes paths, doubles per cent signs and records its attempts', () => {
    expect(windowsLauncher(paths).replaceAll('\r\n', '\n')).toMatchInlineSnapshot(`
      "@echo off
      setlocal DisableDelayedExpansion
      set "NODE_OPTIONS="
      set "NODE_EXTRA_CA_CERTS="
      set "NODE_PATH="
      set "ELECTRON_RUN_AS_NODE="
      if exist "C:\\A 100%% b\\bproxy-host.mjs" if exist "C:\\Program Files\\nodejs\\node.exe" "C:\\Program Files\\nodejs\\node.exe" "C:\\A 100%% b\\bproxy-host.mjs" link --home "C:\\Users\\ada\\.bproxy" %* & exit /b
      if exist "C:\\A 100%% b\\bproxy-host.mjs" if exist "D:\\Node & co (x86)\\node.exe" "D:\\Node & co (x86)\\node.exe" -e "process.exit(parseInt(process.versions.node, 10) >= 20 ? 0 : 1)" <nul >nul 2>nul && ("D:\\Node & co (x86)\\node.exe" "C:\\A 100%% b\\bproxy-host.mjs" link --home "C:\\Users\\ada\\.bproxy" %* & exit /b)
      set "bproxy_logs=C:\\Users\\ada\\.bproxy\\logs"
      md "%bproxy_logs%" <nul >nul 2>nul
      >"%bproxy_logs%\\last-launch-error.txt" echo bproxy-host could not start (%DATE% %TIME%).
      if exist "C:\\A 100%% b\\bproxy-host.mjs" >>"%bproxy_logs%\\last-launch-error.txt" echo host: "C:\\A 100%% b\\bproxy-host.mjs" (present)
      if not exist "C:\\A 100%% b\\bproxy-host.mjs" >>"%bproxy_logs%\\last-launch-error.txt" echo host: "C:\\A 100%% b\\bproxy-host.mjs" (missing)
      if exist "C:\\Program Files\\nodejs\\node.exe" >>"%bproxy_logs%\\last-launch-error.txt" echo node: "C:\\Program Files\\nodejs\\node.exe" (present)
      if not exist "C:\\Program Files\\nodejs\\node.exe" >>"%bproxy_logs%\\last-launch-error.txt" echo node: "C:\\Program Files\\nodejs\\node.exe" (missing)
      if exist "D:\\Node & co (x86)\\node.exe" >>"%bproxy_logs%\\last-launch-error.txt" echo node: "D:\\Node & co (x86)\\node.exe" (present)
      if not exist "D:\\Node & co (x86)\\node.exe" >>"%bproxy_logs%\\last-launch-error.txt" echo node: "D:\\Node & co (x86)\\node.exe" (missing)
      >>"%bproxy_logs%\\last-launch-error.txt" set PATH
      >>"%bproxy_logs%\\last-launch-error.txt" echo Run "bproxy install" again in a shell where "node --version" says 20 or later.
      exit /b 1
      "
    `);
  });

  it('has CRLF endings, and no text that cmd.exe reads as a block or a label', () => {
    const text = windowsLauncher(paths);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of text.split('\r\n')) expect(line).not.toMatch(/^\s*:|\($|^\)|\bgoto\b/);
  });

  it('prints nothing to stdout before Node does', () => {
    const before = windowsLauncher({ ...paths, home: 'C:\\Jürgen' }).split(/^if exist/m)[0] ?? '';
    for (const line of before.split('\r\n').filter(Boolean)) {
      expect(line).toMatch(/^(@echo off|setlocal \w+|set "\w+="|chcp 65001 <nul >nul 2>nul)$/);
    }
  });

  it('uses the home of the current user at the system level, except for the path of the report', () => {
    const text = windowsLauncher({ ...paths, home: undefined });
    expect(text).toContain('bproxy-host.mjs" link %* & exit /b\r\n');
    expect(text).not.toContain('--home');
    expect(text).toContain('if defined BPROXY_HOME set "bproxy_logs=%BPROXY_HOME%\\logs"\r\n');
  });

  it('switches to UTF-8 for a path beyond ASCII, and refuses a quote', () => {
    expect(windowsLauncher({ ...paths, home: 'C:\\Users\\Jürgen' })).toContain(
      'chcp 65001 <nul >nul 2>nul\r\n',
    );
    expect(windowsLauncher(paths)).not.toContain('chcp');
    expect(() => windowsLauncher({ ...paths, home: 'C:\\"' })).toThrow(/double quote/);
  });
});
