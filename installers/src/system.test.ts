import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installOn } from './install.ts';
import { type Found, realFiles } from './machine/files.ts';
import type { Machine } from './machine/machine.ts';
import type { InstallOptions } from './plan/options.ts';
import { imaginaryMachine, relocated } from './testing/fake-machine.ts';
import { uninstallOn } from './uninstall.ts';

const NODE = '/usr/bin/node';
const HOST = '/usr/local/lib/node_modules/bproxy/host/dist/bproxy-host.mjs';

let root: string;
let machine: Machine;
let options: InstallOptions;
let umask: number;
/** The owner and mode that the test gives to a path, independent of the user who runs it. */
let facts: Record<string, Partial<Found>>;

const real = (path: string) => join(root, path);

function put(path: string): void {
  mkdirSync(dirname(real(path)), { recursive: true });
  writeFileSync(real(path), '');
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bproxy-system-'));
  umask = process.umask(0o077);
  facts = {};
  const files = relocated(realFiles, real);
  const seen = async (path: string, found: Found | undefined): Promise<Found | undefined> => {
    const mode = found?.kind === 'folder' ? 0o755 : 0o644;
    return found && { ...found, uid: 0, mode, ...facts[path] };
  };
  machine = imaginaryMachine({
    uid: 0,
    homeDir: '/root',
    env: { SUDO_USER: 'ada' },
    execPath: NODE,
    nodeVersion: async () => 'v22.1.0',
    files: { ...files, follow: async (path) => seen(path, await files.follow(path)) },
  });
  options = {
    home: '/root/.bproxy',
    system: true,
    hostBinary: HOST,
    userDataDirs: [],
    browsers: [],
    extensionIds: ['a'.repeat(32)],
    dryRun: false,
  };
  for (const path of [NODE, HOST]) put(path);
});
afterEach(() => {
  process.umask(umask);
  rmSync(root, { recursive: true });
});

const install = (changes: Partial<InstallOptions> = {}) => installOn(machine, { ...options, ...changes });
const mode = (path: string) => statSync(real(path)).mode & 0o777;

describe('install --system', () => {
  it('writes files that every user may read, whatever the umask, and removes them again', async () => {
    const report = await install();
    expect(report).toMatchObject({
      system: true,
      home: '/usr/local/lib/bproxy',
      launcher: '/usr/local/lib/bproxy/bin/bproxy-host',
    });
    expect([...new Set(report.manifests.map(({ path }) => dirname(path)))].sort()).toEqual([
      '/etc/chromium/native-messaging-hosts',
      '/etc/opt/chrome/native-messaging-hosts',
      '/etc/opt/chrome_for_testing/native-messaging-hosts',
      '/etc/opt/edge/native-messaging-hosts',
    ]);
    const folders = [
      '/usr/local/lib/bproxy',
      '/usr/local/lib/bproxy/bin',
      '/etc/chromium/native-messaging-hosts',
    ];
    expect(folders.map(mode)).toEqual([0o755, 0o755, 0o755]);
    expect(mode('/usr/local/lib/bproxy/install.json')).toBe(0o644);
    expect(mode(report.launcher)).toBe(0o755);
    expect(mode('/etc/opt/chrome/native-messaging-hosts/com.bproxy.host.json')).toBe(0o644);

    await uninstallOn(machine, options);
    expect(readdirSync(root)).toEqual(['usr']);
    expect(readdirSync(real('/usr/local/lib'))).toEqual(['node_modules']);
  });

  it("writes no user's home into the launcher", async () => {
    const { launcher } = await install({ browsers: ['chromium'] });
    const text = readFileSync(real(launcher), 'utf8');
    expect(text).toContain('exec "$node" "$host" link "$@"\n');
    expect(text).not.toMatch(/root|--home/);
  });

  it('cannot be combined with a --user-data-dir', async () => {
    await expect(install({ userDataDirs: ['/p'] })).rejects.toThrow(/belongs to one user/);
  });

  it.each<[string, Partial<Found>, RegExp]>([
    [HOST, { uid: 1000 }, /belongs to the user 1000, who could replace it/],
    ['/usr/local/lib', { mode: 0o777 }, /\/usr\/local\/lib can be changed by others/],
    [NODE, { mode: 0o600 }, /cannot be read by others/],
    ['/usr/local', { mode: 0o700 }, /cannot be entered by others/],
  ])('refuses a path that cannot serve every user: %s as %j', async (path, fact, message) => {
    facts[path] = fact;
    const attempt = install();
    await expect(attempt).rejects.toMatchObject({ problem: 'not-for-everyone' });
    await expect(attempt).rejects.toThrow(message);
    expect(readdirSync(root)).toEqual(['usr']);
  });

  it('accepts a program below a sticky folder, where others cannot replace the files of root', async () => {
    facts['/usr/local/lib'] = { mode: 0o1777 };
    await expect(install({ dryRun: true })).resolves.toMatchObject({ system: true });
  });
});
