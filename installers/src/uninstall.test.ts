import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installOn } from './install.ts';
import { realFiles } from './machine/files.ts';
import type { UninstallOptions } from './plan/options.ts';
import { readReceipt } from './receipt/receipt.ts';
import { type FakeComputer, fakeComputer } from './testing/fake-machine.ts';
import { uninstallOn } from './uninstall.ts';

const MANIFEST = 'NativeMessagingHosts/com.bproxy.host.json';

let computer: FakeComputer;
let profile: string;
beforeEach(() => {
  computer = fakeComputer();
  profile = join(computer.root, 'profile');
});
afterEach(() => computer.remove());

function install(changes: Partial<FakeComputer['options']> = {}) {
  return installOn(computer.machine, { ...computer.options, ...changes });
}

function uninstall(changes: Partial<UninstallOptions> = {}) {
  return uninstallOn(computer.machine, { ...computer.options, ...changes });
}

describe('uninstall', () => {
  it('leaves nothing behind, and does nothing the second time', async () => {
    await install({ userDataDirs: [profile], browsers: ['brave', 'chrome', 'opera'] });
    const report = await uninstall();
    expect(report.files.map(({ browser, status }) => [browser, status])).toEqual([
      ['user-data-dir', 'removed'],
      ['brave', 'removed'],
      ['chrome', 'removed'],
      ['opera', 'removed'],
      [null, 'removed'],
    ]);
    expect(readdirSync(computer.root).sort()).toEqual(['app', 'user']);
    expect(readdirSync(computer.machine.homeDir)).toEqual([]);
    expect(await uninstall()).toEqual({
      ok: true,
      dryRun: false,
      system: false,
      home: computer.options.home,
      installed: false,
      files: [],
      purged: [],
    });
  });

  it('keeps changed files, and other files in the folders', async () => {
    await install({ userDataDirs: [profile] });
    writeFileSync(join(profile, MANIFEST), '{}');
    mkdirSync(join(computer.options.home, 'logs'));
    const report = await uninstall();
    expect(report.files[0]).toMatchObject({ path: join(profile, MANIFEST), status: 'kept' });
    expect(readFileSync(join(profile, MANIFEST), 'utf8')).toBe('{}');
    expect(readdirSync(computer.options.home)).toEqual(['logs']);
  });

  it('removes one place and keeps the launcher for the others', async () => {
    await install({ userDataDirs: [profile], browsers: ['chromium'] });
    const report = await uninstall({ userDataDirs: [profile] });
    expect(report.files).toEqual([
      { browser: 'user-data-dir', path: join(profile, MANIFEST), status: 'removed' },
    ]);
    expect(existsSync(profile)).toBe(false);
    expect(existsSync(join(computer.options.home, 'bin/bproxy-host'))).toBe(true);
    const receipt = await readReceipt(realFiles, join(computer.options.home, 'install.json'));
    expect(receipt?.files.map(({ browser }) => browser)).toEqual([null, 'chromium']);
    await uninstall({ browsers: ['chromium'] });
    expect(readdirSync(computer.machine.homeDir)).toEqual([]);
  });

  it('keeps a file that another installed browser reads', async () => {
    const [chrome] = (await install({ browsers: ['chrome', 'opera'] })).manifests;
    expect((await uninstall({ browsers: ['chrome'] })).files).toEqual([]);
    expect(existsSync(chrome?.path ?? '')).toBe(true);
    await uninstall({ browsers: ['opera'] });
    expect(existsSync(chrome?.path ?? '')).toBe(false);
  });

  it('removes logs and settings with --purge, and only files of bproxy', async () => {
    const at = (name: string) => join(computer.options.home, name);
    await install({ userDataDirs: [profile] });
    mkdirSync(at('logs'));
    for (const name of ['logs/link.log', 'config.json', 'token', 'diary.txt']) writeFileSync(at(name), '');
    expect((await uninstall({ purge: true, dryRun: true })).purged).toEqual([]);
    expect((await uninstall({ purge: true })).purged).toEqual([at('token'), at('config.json'), at('logs')]);
    expect(readdirSync(computer.options.home)).toEqual(['diary.txt']);
    rmSync(at('diary.txt'));
    await install({ userDataDirs: [profile] });
    await uninstall({ purge: true });
    expect(existsSync(computer.options.home)).toBe(false);
  });

  it('refuses --purge while a daemon may run, or for one browser only', async () => {
    await install({ userDataDirs: [profile] });
    await expect(uninstall({ purge: true, browsers: ['chrome'] })).rejects.toThrow(/removes everything/);
    writeFileSync(join(computer.options.home, 'daemon.lock'), '');
    await expect(uninstall({ purge: true })).rejects.toThrow(/`bproxy service stop`/);
    expect(existsSync(join(profile, MANIFEST))).toBe(true);
  });

  it('removes nothing on a dry run', async () => {
    await install({ userDataDirs: [profile] });
    const report = await uninstall({ dryRun: true });
    expect(report.files.map(({ status }) => status)).toEqual(['planned', 'planned']);
    expect(existsSync(join(profile, MANIFEST))).toBe(true);
    expect(await readReceipt(realFiles, join(computer.options.home, 'install.json'))).toBeDefined();
  });
});
