import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Receipt } from '@bproxy/installers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Check } from '../../check.ts';
import { type Facts, gatherFacts } from '../../facts.ts';
import type { Installation } from '../../installation.ts';
import { type FakeInstallation, fakeFacts, fakeInstallation } from '../../testing/fake-installation.ts';
import { binariesCheck } from './binaries.ts';
import { configCheck } from './config.ts';
import { homeCheck } from './home.ts';
import { nodeCheck } from './node.ts';
import { registrationCheck } from './registration.ts';
import { surroundingsCheck } from './surroundings.ts';

let fake: FakeInstallation;
let installation: Installation;
beforeEach(() => {
  fake = fakeInstallation();
  installation = fake.installation;
});
afterEach(() => fake.remove());

const run = async (check: Check, on: Installation, facts: Partial<Facts> = {}) =>
  check.run(fakeFacts(on, facts), []);

const installedBy = (found: Receipt | undefined) => ({
  registration: { path: '/home/install.json', isSystem: false, receipt: found, problem: undefined },
});

function receipt(changes: Partial<Receipt> = {}): Receipt {
  return {
    version: 1,
    launcher: '/h/bin/bproxy-host',
    node: process.execPath,
    hostBinary: '/app/bproxy-host.mjs',
    extensionIds: [],
    files: [
      { path: '/p/NativeMessagingHosts/x.json', sha256: '', browser: 'user-data-dir', extensionIds: [] },
    ],
    folders: [],
    ...changes,
  };
}

describe('node', () => {
  const saying = (text: string | undefined): Installation => ({ ...installation, output: async () => text });

  it('passes with its path and version', async () => {
    const result = await run(nodeCheck, saying('v22.1.0\n'), installedBy(receipt()));
    expect(result).toMatchObject({ state: 'pass', says: `${process.execPath} is Node v22.1.0.` });
  });

  it('checks the running Node before there is an install', async () => {
    const result = await run(nodeCheck, saying('v22.1.0\n'), installedBy(undefined));
    expect(result.evidence[0]).toBe(`running now: ${process.execPath}`);
  });

  it('warns if the recorded Node is gone, and offers an install as the repair', async () => {
    const result = await run(nodeCheck, installation, installedBy(receipt({ node: '/gone/node' })));
    expect(result).toMatchObject({ state: 'warn', fix: 'bproxy install' });
    expect(result.repairs).toEqual([
      { kind: 'install', browser: 'user-data-dir', userDataDir: '/p', extensionIds: [] },
    ]);
  });

  it('fails if Node does not run or is too old', async () => {
    expect(await run(nodeCheck, saying(undefined), installedBy(receipt()))).toMatchObject({ state: 'fail' });
    const old = await run(nodeCheck, saying('v18.20.0'), installedBy(receipt()));
    expect(old).toMatchObject({ state: 'fail', says: expect.stringContaining('needs 20 or later') });
  });

  it('warns if Node is in a folder that gets cleaned up', async () => {
    const node = fake.write('_npx/1/node', '');
    expect(await run(nodeCheck, saying('v22.1.0'), installedBy(receipt({ node })))).toMatchObject({
      state: 'warn',
    });
  });
});

describe('binaries', () => {
  const withHost = (version: string): Installation => ({
    ...installation,
    runHost: async () => ({ version }),
  });

  it('passes if both programs have the same version', async () => {
    expect(await run(binariesCheck, withHost('1.2.3'), installedBy(undefined))).toMatchObject({
      state: 'pass',
    });
  });

  it('fails if the host is missing, broken or has another version', async () => {
    const missing: Installation = {
      ...installation,
      hostBinary: { path: null, reason: 'It was not found.' },
    };
    expect(await run(binariesCheck, missing, installedBy(undefined))).toMatchObject({
      state: 'fail',
      says: 'It was not found.',
    });
    const broken = await run(binariesCheck, installation, installedBy(undefined));
    expect(broken.says).toMatch(/^The host program does not run: unexpected host command/);
    expect(await run(binariesCheck, withHost('1.2.4'), installedBy(undefined))).toMatchObject({
      state: 'fail',
      says: expect.stringContaining('1.2.4'),
    });
  });

  it('compares the host program with the copy that the browser starts', async () => {
    const other = fake.write('other/bproxy-host.mjs', '');
    const elsewhere = receipt({ hostBinary: other });
    expect(await run(binariesCheck, withHost('1.2.3'), installedBy(elsewhere))).toMatchObject({
      state: 'warn',
      repairs: [],
    });
    rmSync(other);
    expect(await run(binariesCheck, withHost('1.2.3'), installedBy(elsewhere))).toMatchObject({
      state: 'fail',
      chromeSays: 'Native host has exited.',
      repairs: [{ kind: 'install' }],
    });
  });
});

describe('home', () => {
  it('passes if the home is private or does not exist yet', async () => {
    expect(await run(homeCheck, installation)).toMatchObject({ state: 'pass' });
    rmSync(installation.home, { recursive: true });
    expect(await run(homeCheck, installation)).toMatchObject({
      state: 'pass',
      says: expect.stringContaining('not exist yet'),
    });
  });

  it('names every file that others may read, and the modes to set', async () => {
    writeFileSync(join(installation.home, 'token'), 'x', { mode: 0o600 });
    chmodSync(join(installation.home, 'token'), 0o644);
    chmodSync(installation.home, 0o755);
    expect(await run(homeCheck, installation)).toMatchObject({
      state: 'fail',
      fix: `chmod 700 ${installation.home} && chmod 600 ${join(installation.home, 'token')}`,
      repairs: [
        { kind: 'chmod', path: installation.home, mode: 0o700 },
        { kind: 'chmod', path: join(installation.home, 'token'), mode: 0o600 },
      ],
    });
  });

  it('fails if the home is a file or belongs to another user', async () => {
    rmSync(installation.home, { recursive: true });
    fake.write('home', '');
    expect(await run(homeCheck, installation)).toMatchObject({
      state: 'fail',
      says: expect.stringContaining('not a folder'),
    });
    rmSync(installation.home);
    mkdirSync(installation.home, { mode: 0o700 });
    const stranger: Installation = { ...installation, machine: { ...installation.machine, uid: 4_321 } };
    expect(await run(homeCheck, stranger)).toMatchObject({
      state: 'fail',
      says: expect.stringContaining('you are 4321'),
    });
  });
});

describe('config', () => {
  const saying = (answer: object): Installation => ({
    ...installation,
    runHost: async () => ({ ...answer }),
  });

  const judge = async (on: Installation) => configCheck.run(await gatherFacts(on), []);

  it('reports the verdict of the daemon', async () => {
    expect(await judge(saying({ valid: true }))).toMatchObject({ state: 'pass' });
    const bad = await judge(saying({ valid: false, reason: 'pacing.human: no.' }));
    expect(bad).toMatchObject({ state: 'fail', says: 'pacing.human: no.' });
    expect((await judge(installation)).says).toMatch(/^The settings could not be checked: unexpected host/);
  });

  it('records the port that has to be free', async () => {
    expect((await gatherFacts(saying({ valid: true }))).config).toEqual({ kind: 'valid', port: undefined });
    const fixed = await gatherFacts(saying({ valid: true, port: 7000 }));
    expect(fixed.config).toEqual({ kind: 'valid', port: 7000 });
  });

  it('is not reached without a host program', async () => {
    const missing: Installation = { ...installation, hostBinary: { path: null, reason: 'gone' } };
    expect((await judge(missing)).state).toBe('not-reached');
  });
});

describe('registration', () => {
  const own = { path: '/home/install.json', isSystem: false, receipt: undefined, problem: undefined };

  it('passes only if an install registered a browser', async () => {
    expect(await run(registrationCheck, installation, { registration: own })).toMatchObject({
      state: 'fail',
      fix: 'bproxy install',
    });
    const damaged = { ...own, problem: 'It is damaged.' };
    expect(await run(registrationCheck, installation, { registration: damaged })).toMatchObject({
      state: 'fail',
      says: 'It is damaged.',
    });
    const empty = { ...own, receipt: receipt({ files: [] }) };
    expect(await run(registrationCheck, installation, { registration: empty })).toMatchObject({
      state: 'fail',
    });
    const good = { ...own, receipt: receipt() };
    expect(await run(registrationCheck, installation, { registration: good })).toMatchObject({
      state: 'pass',
      says: 'bproxy is registered for /p.',
    });
  });

  it('names the level of the install in its command', async () => {
    const everybody: Installation = { ...installation, isSystem: true };
    const result = await run(registrationCheck, everybody, { registration: { ...own, isSystem: true } });
    expect(result.fix).toBe('bproxy install --system');
  });

  it('names the home in its command if the caller named it', async () => {
    const named: Installation = { ...installation, namesHome: true, home: "/it's here" };
    const result = await run(registrationCheck, named, { registration: own });
    expect(result.fix).toBe("bproxy install --home '/it'\\''s here'");
  });
});

describe('surroundings', () => {
  const environment = {
    platform: 'linux' as const,
    uid: 1,
    underSudo: false,
    folders: { config: '', localAppData: '', appData: '' },
    usedProfiles: [],
    sandboxed: [] as string[],
    nodes: { running: '', tempDir: '', knownAliases: [], aliases: [], onPath: [] },
    notes: [],
  };

  const judge = (changes: Partial<typeof environment>, kernelRelease: string) =>
    run(surroundingsCheck, installation, { environment: { ...environment, ...changes }, kernelRelease });

  it('warns about sandboxes and WSL', async () => {
    expect(await judge({}, '6.1.0-generic')).toMatchObject({ state: 'pass' });
    expect(await judge({ underSudo: true }, '6.1.0')).toMatchObject({
      state: 'warn',
      fix: 'Run it again without sudo.',
    });
    expect(await judge({ sandboxed: ['Chromium (Snap)'] }, '6.1.0')).toMatchObject({
      state: 'warn',
      says: expect.stringContaining('Chromium (Snap)'),
    });
    expect(await judge({}, '5.15.153.1-microsoft-standard-WSL2\n')).toMatchObject({
      state: 'warn',
      says: expect.stringContaining('inside Windows'),
    });
  });
});
