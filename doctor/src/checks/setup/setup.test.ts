import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Receipt } from '@bproxy/installers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Patient } from '../../installation.ts';
import { type FakePatient, fakePatient } from '../../testing/fake-installation.ts';
import { launchErrorRung, readLaunchError } from '../running/launch-error.ts';
import { binariesRung } from './binaries.ts';
import { configRung } from './config.ts';
import { homeRung } from './home.ts';
import { nodeRung } from './node.ts';
import { registrationRung } from './registration.ts';
import { surroundingsRung } from './surroundings.ts';

let fake: FakePatient;
let patient: Patient;
beforeEach(() => {
  fake = fakePatient();
  patient = fake.patient;
});
afterEach(() => fake.remove());

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
  const saying = (text: string | undefined): Patient => ({ ...patient, output: async () => text });

  it('passes with its path and version', async () => {
    const rung = await nodeRung(saying('v22.1.0\n'), receipt());
    expect(rung).toMatchObject({ state: 'pass', says: `${process.execPath} is Node v22.1.0.` });
  });

  it('looks at the running one before there is an install', async () => {
    const rung = await nodeRung(saying('v22.1.0\n'), undefined);
    expect(rung.evidence[0]).toBe(`running now: ${process.execPath}`);
  });

  it('warns of a Node that is gone, and installs again', async () => {
    const rung = await nodeRung(patient, receipt({ node: '/gone/node' }));
    expect(rung).toMatchObject({ state: 'warn', fix: 'bproxy install' });
    expect(rung.repairs).toEqual([
      { kind: 'install', browser: 'user-data-dir', userDataDir: '/p', extensionIds: [] },
    ]);
  });

  it('fails for one that does not run or is too old', async () => {
    expect(await nodeRung(saying(undefined), receipt())).toMatchObject({ state: 'fail' });
    const old = await nodeRung(saying('v18.20.0'), receipt());
    expect(old).toMatchObject({ state: 'fail', says: expect.stringContaining('needs 20 or later') });
  });

  it('warns of one that will be cleaned up', async () => {
    const node = fake.write('_npx/1/node', '');
    expect(await nodeRung(saying('v22.1.0'), receipt({ node }))).toMatchObject({ state: 'warn' });
  });
});

describe('binaries', () => {
  const withHost = (version: string): Patient => ({ ...patient, runHost: async () => ({ version }) });

  it('passes when both are of one version', async () => {
    expect(await binariesRung(withHost('1.2.3'), undefined)).toMatchObject({ state: 'pass' });
  });

  it('fails when the host is missing, broken or of another version', async () => {
    const missing: Patient = { ...patient, hostBinary: { path: null, reason: 'It was not found.' } };
    expect(await binariesRung(missing, undefined)).toMatchObject({
      state: 'fail',
      says: 'It was not found.',
    });
    const broken = await binariesRung(patient, undefined);
    expect(broken.says).toMatch(/^The host program does not run: unexpected host command/);
    expect(await binariesRung(withHost('1.2.4'), undefined)).toMatchObject({
      state: 'fail',
      says: expect.stringContaining('1.2.4'),
    });
  });

  it('compares with what the browser starts', async () => {
    const other = fake.write('other/bproxy-host.mjs', '');
    const elsewhere = receipt({ hostBinary: other });
    expect(await binariesRung(withHost('1.2.3'), elsewhere)).toMatchObject({ state: 'warn', repairs: [] });
    rmSync(other);
    expect(await binariesRung(withHost('1.2.3'), elsewhere)).toMatchObject({
      state: 'fail',
      chromeSays: 'Native host has exited.',
      repairs: [{ kind: 'install' }],
    });
  });
});

describe('home', () => {
  it('passes when it is private, and when it is not there yet', () => {
    expect(homeRung(patient)).toMatchObject({ state: 'pass' });
    rmSync(patient.home, { recursive: true });
    expect(homeRung(patient)).toMatchObject({
      state: 'pass',
      says: expect.stringContaining('not exist yet'),
    });
  });

  it('names every file that others may read, and the modes to set', () => {
    writeFileSync(join(patient.home, 'token'), 'x', { mode: 0o600 });
    chmodSync(join(patient.home, 'token'), 0o644);
    chmodSync(patient.home, 0o755);
    expect(homeRung(patient)).toMatchObject({
      state: 'fail',
      fix: `chmod 700 ${patient.home} && chmod 600 ${join(patient.home, 'token')}`,
      repairs: [
        { kind: 'chmod', path: patient.home, mode: 0o700 },
        { kind: 'chmod', path: join(patient.home, 'token'), mode: 0o600 },
      ],
    });
  });

  it('fails for a file and for the home of somebody else', () => {
    rmSync(patient.home, { recursive: true });
    fake.write('home', '');
    expect(homeRung(patient)).toMatchObject({ state: 'fail', says: expect.stringContaining('not a folder') });
    rmSync(patient.home);
    mkdirSync(patient.home, { mode: 0o700 });
    const stranger: Patient = { ...patient, machine: { ...patient.machine, uid: 4_321 } };
    expect(homeRung(stranger)).toMatchObject({
      state: 'fail',
      says: expect.stringContaining('you are 4321'),
    });
  });
});

describe('config', () => {
  const saying = (answer: object): Patient => ({ ...patient, runHost: async () => ({ ...answer }) });

  it('takes the word of the daemon', async () => {
    const free = await configRung(saying({ valid: true }));
    expect(free).toMatchObject({ rung: { state: 'pass' }, fixedPort: undefined });
    const fixed = await configRung(saying({ valid: true, port: 7000 }));
    expect(fixed).toMatchObject({ rung: { state: 'pass' }, fixedPort: 7000 });
    const bad = await configRung(saying({ valid: false, reason: 'pacing.human: no.' }));
    expect(bad.rung).toMatchObject({ state: 'fail', says: 'pacing.human: no.' });
  });

  it('is not reached without a host program', async () => {
    const missing: Patient = { ...patient, hostBinary: { path: null, reason: 'gone' } };
    expect((await configRung(missing)).rung.state).toBe('not-reached');
  });
});

describe('registration', () => {
  const own = { path: '/home/install.json', isSystem: false, receipt: undefined, problem: undefined };

  it('tells whether there was an install', () => {
    expect(registrationRung(patient, own)).toMatchObject({ state: 'fail', fix: 'bproxy install' });
    const damaged = { ...own, problem: 'It is damaged.' };
    expect(registrationRung(patient, damaged)).toMatchObject({ state: 'fail', says: 'It is damaged.' });
    const empty = { ...own, receipt: receipt({ files: [] }) };
    expect(registrationRung(patient, empty)).toMatchObject({ state: 'fail' });
    const good = { ...own, receipt: receipt() };
    expect(registrationRung(patient, good)).toMatchObject({
      state: 'pass',
      says: 'bproxy is registered for /p.',
    });
  });

  it('names the level of the install in its command', () => {
    const everybody: Patient = { ...patient, isSystem: true };
    expect(registrationRung(everybody, { ...own, isSystem: true }).fix).toBe('bproxy install --system');
  });

  it('names the home in its command when the caller did', () => {
    const named: Patient = { ...patient, namesHome: true, home: "/it's here" };
    const rung = registrationRung(named, own);
    expect(rung.fix).toBe("bproxy install --home '/it'\\''s here'");
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

  it('warns of sandboxes and of WSL', () => {
    expect(surroundingsRung(patient, environment, '6.1.0-generic').state).toBe('pass');
    const sudo = { ...environment, underSudo: true };
    expect(surroundingsRung(patient, sudo, '6.1.0')).toMatchObject({
      state: 'warn',
      fix: 'Run it again without sudo.',
    });
    const snap = { ...environment, sandboxed: ['Chromium (Snap)'] };
    expect(surroundingsRung(patient, snap, '6.1.0')).toMatchObject({
      state: 'warn',
      says: expect.stringContaining('Chromium (Snap)'),
    });
    expect(surroundingsRung(patient, environment, '5.15.153.1-microsoft-standard-WSL2\n')).toMatchObject({
      state: 'warn',
      says: expect.stringContaining('inside Windows'),
    });
  });
});

describe('launch-error', () => {
  it('shows the record with its age, and removes it once the launcher works', () => {
    expect(launchErrorRung(patient, readLaunchError(patient.home), true).state).toBe('pass');
    const path = fake.write('home/logs/last-launch-error.txt', 'could not start\nnode: /x (missing)\n');
    const error = readLaunchError(patient.home);
    const later: Patient = { ...patient, now: () => (error?.writtenAt ?? 0) + 5 * 60_000 };
    const broken = launchErrorRung(later, error, false);
    expect(broken).toMatchObject({ state: 'warn', repairs: [] });
    expect(broken.evidence).toEqual([`${path}, 5 min old`, 'could not start', 'node: /x (missing)']);
    expect(launchErrorRung(later, error, true)).toMatchObject({
      state: 'warn',
      says: 'The host could not be started 5 min ago; now it can.',
      repairs: [{ kind: 'remove-file', path }],
    });
  });
});
