import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { healOn } from './heal.ts';
import { installOn } from './install.ts';
import { realFiles } from './machine/files.ts';
import type { Machine } from './machine/machine.ts';
import type { InstallOptions } from './plan/options.ts';
import { imaginaryMachine, relocated } from './testing/fake-machine.ts';
import { type FakeReg, fakeReg } from './testing/fake-reg.ts';
import { uninstallOn } from './uninstall.ts';

const USER = 'C:\\Users\\Jürgen 100%';
const LOCAL = `${USER}\\AppData\\Local`;
const MANIFEST = `${USER}\\.bproxy\\bin\\com.bproxy.host.json`;
const keyOf = (product: string, hive = 'HKCU') =>
  `${hive}\\Software\\${product}\\NativeMessagingHosts\\com.bproxy.host`;
const CHROME = keyOf('Google\\Chrome');
const EDGE = keyOf('Microsoft\\Edge');

let root: string;
let reg: FakeReg;
let machine: Machine;
let options: InstallOptions;

/** Maps drive C: to a folder of the test. */
const real = (path: string) => join(root, ...path.split('\\'));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bproxy-windows-'));
  reg = fakeReg(join(root, 'system32'));
  machine = imaginaryMachine(
    {
      platform: 'win32',
      homeDir: USER,
      env: { LOCALAPPDATA: LOCAL },
      uid: undefined,
      execPath: 'C:\\Program Files\\nodejs\\node.exe',
      nodeVersion: async () => 'v22.1.0',
      files: relocated(realFiles, real),
      registry: reg.registry,
    },
    [`${LOCAL}\\Google\\Chrome\\User Data`, `${LOCAL}\\Microsoft\\Edge\\User Data`],
  );
  options = {
    home: `${USER}\\.bproxy`,
    system: false,
    hostBinary: 'C:\\bproxy\\host.mjs',
    userDataDirs: [],
    browsers: [],
    extensionIds: [],
    dryRun: false,
  };
  for (const path of [options.hostBinary, machine.execPath]) {
    mkdirSync(dirname(real(path)), { recursive: true });
    writeFileSync(real(path), '');
  }
  mkdirSync(real(USER), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const install = (changes: Partial<InstallOptions> = {}) => installOn(machine, { ...options, ...changes });
const uninstall = (changes: Partial<InstallOptions> = {}) => uninstallOn(machine, { ...options, ...changes });
const userFiles = () => readdirSync(real(USER));

describe('install and uninstall on Windows', () => {
  it('write a launcher, one manifest and a key for each browser, and remove them again', async () => {
    const report = await install();
    expect(report.manifests).toEqual([
      { browser: 'chrome', path: CHROME, status: 'written' },
      { browser: 'edge', path: EDGE, status: 'written' },
    ]);
    expect(reg.values()).toEqual({ [CHROME]: MANIFEST, [EDGE]: MANIFEST });
    expect(JSON.parse(readFileSync(real(MANIFEST), 'utf8'))).toMatchObject({ path: report.launcher });
    expect(readFileSync(real(report.launcher), 'utf8')).toContain(
      'link --home "C:\\Users\\Jürgen 100%%\\.bproxy"',
    );
    const removed = await uninstall();
    expect(removed.files.map(({ path, status }) => [path, status])).toEqual([
      [CHROME, 'removed'],
      [EDGE, 'removed'],
      [report.launcher, 'removed'],
      [MANIFEST, 'removed'],
    ]);
    expect(reg.values()).toEqual({});
    expect(userFiles()).toEqual([]);
  });

  it('change nothing the second time, even though the code page garbles the output of reg', async () => {
    await install();
    const adds = () => reg.calls().filter(([verb]) => verb === 'add').length;
    const before = adds();
    expect((await install()).manifests.map(({ status }) => status)).toEqual(['unchanged', 'unchanged']);
    expect(adds()).toBe(before);
  });

  it("refuse a key that names another program's manifest, and keep it", async () => {
    reg.set(EDGE, 'D:\\other\\host.json');
    const attempt = install();
    await expect(attempt).rejects.toMatchObject({ problem: 'conflict' });
    await expect(attempt).rejects.toThrow(`${EDGE} names another manifest (D:\\other\\host.json)`);
    expect(reg.values()).toEqual({ [EDGE]: 'D:\\other\\host.json' });
    expect(userFiles()).toEqual([]);
  });

  it('remove only a key that still has our value', async () => {
    await install();
    reg.set(CHROME, 'D:\\other\\host.json');
    const { files } = await uninstall();
    expect(files.filter(({ path }) => path.startsWith('HKCU'))).toMatchObject([
      { path: CHROME, status: 'kept' },
      { path: EDGE, status: 'removed' },
    ]);
    expect(reg.values()).toEqual({ [CHROME]: 'D:\\other\\host.json' });
  });

  it('undo everything when a later key cannot be written', async () => {
    reg.deny('add', 'Edge');
    await expect(install()).rejects.toThrow(/^Nothing was written, because this failed: .*Access is denied/);
    expect(reg.values()).toEqual({});
    expect(userFiles()).toEqual([]);
  });

  it('can run again after Windows refused a removal', async () => {
    await install();
    reg.deny('delete', 'Edge');
    await expect(uninstall()).rejects.toThrow(/Edge.* could not be removed: .*Access is denied/);
    expect(reg.values()).toEqual({ [EDGE]: MANIFEST });
    reg.deny('add');
    expect((await uninstall()).files).toMatchObject([{ status: 'missing' }, { status: 'removed' }, {}, {}]);
    expect(userFiles()).toEqual([]);
  });

  it('remove one browser, and keep the files that serve the others', async () => {
    await install();
    await uninstall({ browsers: ['chrome'] });
    expect(reg.values()).toEqual({ [EDGE]: MANIFEST });
    expect(existsSync(real(MANIFEST))).toBe(true);
    await uninstall({ browsers: ['edge'] });
    expect(userFiles()).toEqual([]);
  });

  it('write nothing on a dry run', async () => {
    expect(await install({ dryRun: true })).toMatchObject({ manifests: [{ status: 'planned' }, {}] });
    expect(reg.calls().filter(([verb]) => verb !== 'query')).toEqual([]);
    expect(userFiles()).toEqual([]);
  });

  it('write below HKEY_LOCAL_MACHINE at the system level', async () => {
    await install({ system: true, browsers: ['edge'] });
    const manifest = 'C:\\Program Files\\bproxy\\bin\\com.bproxy.host.json';
    expect(reg.values()).toEqual({ [keyOf('Microsoft\\Edge', 'HKLM')]: manifest });
    await uninstall({ system: true });
    expect(existsSync(real('C:\\Program Files\\bproxy'))).toBe(false);
  });

  it('heal a launcher whose host program moved', async () => {
    const { launcher } = await install();
    rmSync(real(options.hostBinary));
    const hostBinary = 'D:\\bproxy\\host.mjs';
    mkdirSync(dirname(real(hostBinary)), { recursive: true });
    writeFileSync(real(hostBinary), '');
    expect(await healOn(machine, { home: options.home, hostBinary })).toMatch(/written again/);
    expect(readFileSync(real(launcher), 'utf8')).toContain(hostBinary);
    await uninstall();
    expect(userFiles()).toEqual([]);
  });
});
