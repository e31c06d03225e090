import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { EXTENSION_ID } from '@bproxy/manifests';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installOn } from './install.ts';
import { realFiles } from './machine/files.ts';
import { readReceipt } from './receipt/receipt.ts';
import { type FakeComputer, fakeComputer } from './testing/fake-machine.ts';

const OTHER_ID = 'abcdefghijklmnopabcdefghijklmnop';
const MANIFEST = 'NativeMessagingHosts/com.bproxy.host.json';

let computer: FakeComputer;
beforeEach(() => {
  computer = fakeComputer();
});
afterEach(() => computer.remove());

const mode = (path: string) => statSync(path).mode & 0o777;

const receipt = () => readReceipt(realFiles, join(computer.options.home, 'install.json'));

function install(changes: Partial<FakeComputer['options']> = {}) {
  return installOn(computer.machine, { ...computer.options, ...changes });
}

describe('install', () => {
  it('writes a launcher, a manifest and a receipt, with their modes', async () => {
    const profile = join(computer.root, 'profile');
    const { home, hostBinary } = computer.options;
    const report = await install({ userDataDirs: [profile], extensionIds: [OTHER_ID] });
    const path = join(profile, MANIFEST);
    expect(report).toMatchObject({
      ok: true,
      dryRun: false,
      home,
      hostBinary,
      launcher: join(home, 'bin/bproxy-host'),
      extensionIds: [EXTENSION_ID, OTHER_ID],
      manifests: [{ browser: 'user-data-dir', path, status: 'written' }],
      skipped: [],
    });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      name: 'com.bproxy.host',
      path: report.launcher,
      type: 'stdio',
      allowed_origins: [`chrome-extension://${EXTENSION_ID}/`, `chrome-extension://${OTHER_ID}/`],
    });
    expect([home, join(home, 'bin')].map(mode)).toEqual([0o700, 0o700]);
    expect([report.launcher, path, join(home, 'install.json')].map(mode)).toEqual([0o755, 0o644, 0o600]);
    expect(await receipt()).toMatchObject({
      node: report.node,
      extensionIds: [EXTENSION_ID, OTHER_ID],
    });
  });

  it('makes a launcher that starts the host program with its role and home', async () => {
    const { hostBinary, home } = computer.options;
    writeFileSync(hostBinary, 'process.stdout.write(JSON.stringify(process.argv.slice(2)))');
    const { launcher } = await install({ userDataDirs: [join(computer.root, 'p')] });
    const origin = `chrome-extension://${EXTENSION_ID}/`;
    expect(JSON.parse(execFileSync(launcher, [origin], { encoding: 'utf8' }))).toEqual([
      'link',
      '--home',
      home,
      origin,
    ]);
  });

  it('writes the same files on macOS', async () => {
    computer.machine.platform = 'darwin';
    const chrome = join(computer.machine.homeDir, 'Library/Application Support/Google/Chrome');
    mkdirSync(chrome, { recursive: true });
    const report = await install();
    expect(report.manifests).toEqual([
      { browser: 'chrome', path: join(chrome, MANIFEST), status: 'written' },
    ]);
    expect(existsSync(join(chrome, MANIFEST))).toBe(true);
  });

  it('changes nothing the second time', async () => {
    await install({ browsers: ['chromium'] });
    const before = statSync(join(computer.options.home, 'install.json')).ino;
    const report = await install({ browsers: ['chromium'] });
    expect(report.manifests.map(({ status }) => status)).toEqual(['unchanged']);
    expect(statSync(join(computer.options.home, 'install.json')).ino).toBe(before);
  });

  it('repairs its own files: mode, ids, a moved host program', async () => {
    const [{ path } = { path: '' }] = (await install({ browsers: ['chromium'] })).manifests;
    chmodSync(path, 0o600);
    expect((await install({ browsers: ['chromium'] })).manifests[0]?.status).toBe('written');
    expect(mode(path)).toBe(0o644);
    const moved = join(computer.root, 'moved.mjs');
    writeFileSync(moved, '');
    const report = await install({ browsers: ['chromium'], extensionIds: [OTHER_ID], hostBinary: moved });
    expect(report.manifests[0]?.status).toBe('written');
    expect(readFileSync(report.launcher, 'utf8')).toContain(moved);
  });

  it('keeps earlier places in the receipt while they exist, with their granted ids', async () => {
    const [one, two] = [join(computer.root, 'one'), join(computer.root, 'two')];
    await install({ userDataDirs: [one], extensionIds: [OTHER_ID] });
    await install({ userDataDirs: [two] });
    const both = await receipt();
    expect(both?.files.map(({ path }) => path)).toEqual(
      expect.arrayContaining([join(one, MANIFEST), join(two, MANIFEST)]),
    );
    expect(both?.extensionIds).toEqual([EXTENSION_ID, OTHER_ID]);
    rmSync(one, { recursive: true });
    await install({ userDataDirs: [two] });
    expect(await receipt()).toMatchObject({ extensionIds: [EXTENSION_ID] });
  });

  it('writes nothing on a dry run', async () => {
    const report = await install({ browsers: ['chrome'], dryRun: true });
    expect(report).toMatchObject({ dryRun: true, manifests: [{ browser: 'chrome', status: 'planned' }] });
    expect(readdirSync(computer.machine.homeDir)).toEqual([]);
  });

  it.each(['foreign', 'link', 'changed'])('leaves a %s manifest alone and installs nothing', async (kind) => {
    const profile = join(computer.root, 'profile');
    const path = join(profile, MANIFEST);
    if (kind === 'changed') await install({ userDataDirs: [profile] });
    else mkdirSync(join(profile, 'NativeMessagingHosts'), { recursive: true });
    if (kind === 'link') symlinkSync(computer.options.hostBinary, path);
    else writeFileSync(path, '{"name":"com.bproxy.host"}');
    const other = join(computer.root, 'other');
    const attempt = install({ userDataDirs: [other, profile] });
    await expect(attempt).rejects.toMatchObject({ name: 'InstallError', problem: 'conflict' });
    await expect(attempt).rejects.toThrow(path);
    expect(existsSync(other)).toBe(false);
    if (kind !== 'link') expect(readFileSync(path, 'utf8')).toBe('{"name":"com.bproxy.host"}');
  });

  it('undoes its writes when a later file cannot be written', async () => {
    const good = join(computer.root, 'good');
    const attempt = install({ userDataDirs: [good, computer.options.hostBinary] });
    await expect(attempt).rejects.toMatchObject({ problem: 'write-failed' });
    expect(readdirSync(computer.root).sort()).toEqual(['app', 'user']);
    expect(readdirSync(computer.machine.homeDir)).toEqual([]);
  });
});
