import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { install, readEnvironment } from '@bproxy/installers';
import { EXTENSION_ID } from '@bproxy/manifests';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { browserRungs } from '../../browsers/browser-facts.ts';
import { type BrowserPlace, findBrowsers } from '../../browsers/browser-places.ts';
import type { SeenExtension } from '../../browsers/profiles.ts';
import type { Rung } from '../../check.ts';
import type { Patient } from '../../installation.ts';
import { readRegistration } from '../../machine/registration.ts';
import type { SelfTest } from '../../machine/self-test.ts';
import { type FakePatient, fakePatient } from '../../testing/fake-installation.ts';

const STRANGER = 'abcdefghijklmnopabcdefghijklmnop';
let fake: FakePatient;
let patient: Patient;
let data: string;
let manifest: string;
beforeEach(async () => {
  fake = fakePatient();
  patient = fake.patient;
  data = join(fake.root, 'data');
  manifest = join(data, 'NativeMessagingHosts', 'com.bproxy.host.json');
  mkdirSync(data);
  await install({
    home: patient.home,
    hostBinary: fake.write('bproxy-host.mjs', ''),
    userDataDirs: [data],
    browsers: [],
    system: false,
    extensionIds: [],
    dryRun: false,
  });
});
afterEach(() => fake.remove());

const ANSWERED: SelfTest = {
  kind: 'answered',
  hostVersion: '1.2.3',
  nodeVersion: 'v22.1.0',
  home: '',
  daemon: 'attached',
  reason: '',
};

function seen(changes: Partial<SeenExtension> = {}): SeenExtension {
  const on = {
    profile: 'Default',
    id: EXTENSION_ID,
    enabled: true,
    disableReasons: [],
    version: '1',
    path: '',
  };
  return { ...on, ...changes };
}

const NOBODY_TELLS = { openProfiles: [], links: undefined, isAnyConnected: false };

interface Look {
  extensions?: SeenExtension[];
  openProfiles?: string[];
  links?: number | undefined;
  isUsed?: boolean;
  isAnyConnected?: boolean;
  test?: SelfTest;
  place?: Partial<BrowserPlace>;
}

async function look({ extensions = [seen()], test, place = {}, ...known }: Look = {}) {
  const { receipt } = await readRegistration(patient, 'linux');
  const [found] = findBrowsers(readEnvironment(patient.machine), receipt, [data]);
  if (!found) throw new Error('no browser');
  const rungs = await browserRungs(patient, {
    place: { ...found, systemManifests: [], ...place },
    receipt,
    extension: { seen: extensions, ...NOBODY_TELLS, isUsed: true, ...known },
    isAskedFor: false,
    launcher: {
      launchErrorBefore: undefined,
      test: async () => test ?? { ...ANSWERED, home: patient.home },
    },
  });
  return (name: string): Rung => {
    const rung = rungs.find((candidate) => candidate.name === name);
    if (!rung) throw new Error(`no rung ${name}`);
    return rung;
  };
}

const INSTALL = () => `bproxy install --user-data-dir ${data}`;

describe('the rungs of a browser', () => {
  it('pass when all is well', async () => {
    const rung = await look();
    const states = ['policy', 'manifest', 'granted', 'launcher', 'extension'].map((name) => rung(name).state);
    expect(states).toEqual(['pass', 'pass', 'pass', 'pass', 'pass']);
  });

  it('are a single line where nobody uses bproxy', async () => {
    const places = findBrowsers(readEnvironment(patient.machine), undefined, [data]);
    const rungs = await browserRungs(patient, {
      place: { ...(places[0] ?? never()), userManifests: ['/no/x.json'], systemManifests: [] },
      receipt: undefined,
      extension: { seen: [], ...NOBODY_TELLS, isUsed: false },
      isAskedFor: false,
      launcher: { launchErrorBefore: undefined, test: never },
    });
    expect(rungs).toMatchObject([{ name: 'manifest', state: 'warn' }]);
  });

  it('miss a manifest, and do not reach what depends on it', async () => {
    rmSync(manifest);
    const rung = await look();
    expect(rung('manifest')).toMatchObject({
      state: 'fail',
      chromeSays: 'Specified native messaging host not found.',
      fix: INSTALL(),
      repairs: [{ kind: 'install', userDataDir: data, extensionIds: [EXTENSION_ID] }],
    });
    expect([rung('granted').state, rung('launcher').state]).toEqual(['not-reached', 'not-reached']);
  });

  it('leave a manifest alone that somebody changed, and say how to replace it', async () => {
    fake.write('data/NativeMessagingHosts/com.bproxy.host.json', '{');
    expect((await look())('manifest')).toMatchObject({
      state: 'fail',
      fix: `rm ${manifest} && ${INSTALL()}`,
      repairs: [],
    });
  });

  it('look at what the manifest starts', async () => {
    const launcher = join(patient.home, 'bin', 'bproxy-host');
    chmodSync(launcher, 0o644);
    expect((await look())('manifest')).toMatchObject({
      chromeSays: 'Native host has exited.',
      repairs: [{ kind: 'install' }],
    });
    rmSync(launcher);
    expect((await look())('manifest')).toMatchObject({
      chromeSays: 'Specified native messaging host not found.',
      repairs: [{ kind: 'install' }],
    });
    mkdirSync(launcher);
    expect((await look())('manifest').says).toContain('is not a program');
  });

  it('grant no extension unasked', async () => {
    const rung = await look({ extensions: [seen({ id: STRANGER })] });
    expect(rung('granted')).toMatchObject({
      state: 'fail',
      chromeSays: 'Access to the specified native messaging host is forbidden.',
      fix: `${INSTALL()} --extension-id ${STRANGER}`,
      repairs: [],
    });
  });

  it('keep the ids that were granted before', async () => {
    const other = 'ponmlkjihgfedcbaponmlkjihgfedcba';
    const hostBinary = join(fake.root, 'bproxy-host.mjs');
    const options = { home: patient.home, hostBinary, userDataDirs: [data], browsers: [], system: false };
    await install({ ...options, dryRun: false, extensionIds: [other] });
    expect((await look({ extensions: [seen({ id: STRANGER })] }))('granted').fix).toBe(
      `${INSTALL()} --extension-id ${other} --extension-id ${STRANGER}`,
    );
    rmSync(manifest);
    expect((await look())('manifest')).toMatchObject({
      fix: `${INSTALL()} --extension-id ${other}`,
      repairs: [{ extensionIds: [EXTENSION_ID, other] }],
    });
  });

  it.each<[SelfTest, Partial<Rung>]>([
    [
      { kind: 'not-started', reason: 'EACCES' },
      { state: 'fail', chromeSays: 'Native host has exited.' },
    ],
    [
      { kind: 'exited', how: 'exit code 3', stderr: 'x' },
      { state: 'fail', chromeSays: 'Native host has exited.' },
    ],
    [
      { kind: 'not-a-frame', printed: 'Hi' },
      { state: 'fail', chromeSays: 'Error when communicating with the native messaging host.' },
    ],
    [{ kind: 'silent' }, { state: 'fail' }],
    [{ kind: 'stays' }, { state: 'warn' }],
    [
      { ...ANSWERED, home: '/other' },
      { state: 'fail', says: 'The launcher works for another home: /other.' },
    ],
  ])('judge the self-test %j', async (test, expected) => {
    expect((await look({ test }))('launcher')).toMatchObject({ ...expected, repairs: [{ kind: 'install' }] });
  });

  it('pass on why the daemon turned the link away', async () => {
    const test = { ...ANSWERED, home: patient.home, daemon: 'rejected', reason: 'Not allowed.' };
    expect((await look({ test }))('launcher')).toMatchObject({
      state: 'fail',
      says: 'Not allowed.',
      fix: `${INSTALL()} --extension-id ${EXTENSION_ID}`,
    });
  });

  it('do not start a program that is not of this home', async () => {
    const other = fake.write('other/host', '#!/bin/sh\n', 0o755);
    const text = { name: 'com.bproxy.host', description: 'x', path: other, type: 'stdio' };
    const origins = { allowed_origins: [`chrome-extension://${EXTENSION_ID}/`] };
    fake.write('data/NativeMessagingHosts/com.bproxy.host.json', { ...text, ...origins });
    expect((await look())('launcher')).toMatchObject({
      state: 'fail',
      says: expect.stringContaining('not of this bproxy home'),
      repairs: [],
    });
  });

  it('tell an extension that is off or missing', async () => {
    const off = [seen({ enabled: false, disableReasons: [1] })];
    const rung = (await look({ extensions: off, isUsed: false }))('extension');
    expect(rung).toMatchObject({ state: 'fail', says: 'The extension is there, but turned off.' });
    expect(rung.evidence[0]).toContain('turned off by a person');
    const missing = (await look({ extensions: [], isUsed: false }))('extension');
    expect(missing).toMatchObject({ state: 'fail', fix: expect.stringContaining(': /app/extension') });
    expect((await look({ extensions: [], isUsed: true }))('extension').state).toBe('warn');
  });

  it('believe a living link before the settings of Chrome', async () => {
    const openProfiles = ['Default'];
    const notWritten = await look({ extensions: [], openProfiles, links: 1 });
    expect(notWritten('extension')).toMatchObject({ state: 'pass', says: expect.stringContaining('is on') });
    const off = [seen({ enabled: false, disableReasons: [1] })];
    expect((await look({ extensions: off, openProfiles, links: 1 }))('extension').state).toBe('pass');
    const removed = await look({ openProfiles, links: 0 });
    expect(removed('extension')).toMatchObject({
      state: 'warn',
      says: expect.stringContaining('not started bproxy'),
    });
    expect((await look({ openProfiles }))('extension').state).toBe('pass');
  });

  it('name an open profile that does not have the extension', async () => {
    fake.write('data/Local State', { profile: { info_cache: { 'Profile 1': { name: 'Ada' } } } });
    const second = { openProfiles: ['Profile 1'], links: 0 };
    const elsewhere = (await look(second))('extension');
    expect(elsewhere).toMatchObject({
      state: 'fail',
      says: 'The extension is on in Default, but open is Profile 1 (Ada).',
      fix: expect.stringContaining('Open a window of the profile Default.'),
    });
    expect((await look({ ...second, isAnyConnected: true }))('extension').state).toBe('warn');
    const both = { openProfiles: ['Default', 'Profile 1'], links: 1, isAnyConnected: true };
    expect((await look(both))('extension')).toMatchObject({
      state: 'warn',
      says: expect.stringContaining('not seen in Profile 1 (Ada)'),
      fix: expect.stringContaining('/app/extension'),
    });
    expect((await look({ ...both, links: 2 }))('extension').state).toBe('pass');
    patient = { ...patient, namesProfiles: false };
    expect((await look(second))('extension').says).not.toContain('Ada');
  });
});

function never(): never {
  throw new Error('not expected');
}
