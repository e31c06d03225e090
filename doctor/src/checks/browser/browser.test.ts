import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { install } from '@bproxy/installers';
import { EXTENSION_ID } from '@bproxy/manifests';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BrowserFacts, readBrowsers } from '../../browsers/browser-facts.ts';
import type { SeenExtension } from '../../browsers/profiles.ts';
import type { Verdict } from '../../check.ts';
import { gatherFacts } from '../../facts.ts';
import type { Installation } from '../../installation.ts';
import type { DaemonFinding } from '../../machine/daemon-status.ts';
import type { SelfTest } from '../../machine/self-test.ts';
import { type FakeInstallation, fakeFacts, fakeInstallation } from '../../testing/fake-installation.ts';
import { BROWSER_CHECKS } from '../list.ts';

const STRANGER = 'abcdefghijklmnopabcdefghijklmnop';
let fake: FakeInstallation;
let installation: Installation;
let data: string;
let manifest: string;
beforeEach(async () => {
  fake = fakeInstallation();
  installation = fake.installation;
  data = join(fake.root, 'data');
  manifest = join(data, 'NativeMessagingHosts', 'com.bproxy.host.json');
  mkdirSync(data);
  await install({
    home: installation.home,
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

const NOBODY_CONNECTED: DaemonFinding = { running: undefined, status: undefined, problem: '' };
const SOMEBODY_CONNECTED: DaemonFinding = {
  ...NOBODY_CONNECTED,
  status: {
    pid: 1,
    version: '1.2.3',
    startedBy: 'browser',
    clients: [{ id: 'c', label: 'Work', browser: 'Chromium', extensionVersion: '1.2.3', lastSeenAt: 0 }],
    refusals: [],
  },
};

interface Look {
  extensions?: SeenExtension[];
  openProfiles?: string[];
  links?: number;
  /** Whether another browser has the extension. */
  isUsedElsewhere?: boolean;
  isAnyConnected?: boolean;
  test?: SelfTest;
}

/** Runs the checks of the browser of `data`, for which Chrome has written these settings. */
async function look(given: Look = {}): Promise<(name: string) => Promise<Verdict>> {
  const { extensions = [seen()], openProfiles = [], links, isUsedElsewhere = true, isAnyConnected } = given;
  const { registration, environment } = await gatherFacts(installation);
  const [found] = await readBrowsers(installation, environment, registration.receipt);
  if (!found) throw new Error('no browser');
  const ids = [...new Set(extensions.map(({ id }) => id))];
  const browser: BrowserFacts = {
    ...found,
    seen: extensions,
    openProfiles,
    links,
    wantedIds: ids.length > 0 ? ids : [EXTENSION_ID],
  };
  const facts = fakeFacts(installation, {
    registration,
    environment,
    browsers: [browser, ...(isUsedElsewhere ? [{ ...found, seen: [seen()] }] : [])],
    daemon: isAnyConnected ? SOMEBODY_CONNECTED : NOBODY_CONNECTED,
    testLauncher: async () => given.test ?? { ...ANSWERED, home: installation.home },
  });
  return async (name) => {
    const check = BROWSER_CHECKS.find((candidate) => candidate.name === name);
    if (!check) throw new Error(`no check ${name}`);
    return check.run(facts, browser);
  };
}

const INSTALL = () => `bproxy install --user-data-dir ${data}`;

describe('the checks of a browser', () => {
  it('pass on a working installation', async () => {
    const check = await look();
    const names = ['policy', 'manifest', 'granted', 'launcher', 'extension'];
    const states = await Promise.all(names.map(async (name) => (await check(name)).state));
    expect(states).toEqual(['pass', 'pass', 'pass', 'pass', 'pass']);
  });

  it('report a missing manifest, and do not reach the checks that depend on it', async () => {
    rmSync(manifest);
    const check = await look();
    expect(await check('manifest')).toMatchObject({
      state: 'fail',
      chromeSays: 'Specified native messaging host not found.',
      fix: INSTALL(),
      repairs: [{ kind: 'install', userDataDir: data, extensionIds: [EXTENSION_ID] }],
    });
    expect([(await check('granted')).state, (await check('launcher')).state]).toEqual([
      'not-reached',
      'not-reached',
    ]);
  });

  it('do not repair a changed manifest, and explain how to replace it', async () => {
    fake.write('data/NativeMessagingHosts/com.bproxy.host.json', '{');
    expect(await (await look())('manifest')).toMatchObject({
      state: 'fail',
      fix: `rm ${manifest} && ${INSTALL()}`,
      repairs: [],
    });
  });

  it('report a launcher that is missing or cannot be executed', async () => {
    const launcher = join(installation.home, 'bin', 'bproxy-host');
    chmodSync(launcher, 0o644);
    expect(await (await look())('manifest')).toMatchObject({
      chromeSays: 'Native host has exited.',
      repairs: [{ kind: 'install' }],
    });
    rmSync(launcher);
    expect(await (await look())('manifest')).toMatchObject({
      chromeSays: 'Specified native messaging host not found.',
      repairs: [{ kind: 'install' }],
    });
    mkdirSync(launcher);
    expect((await (await look())('manifest')).says).toContain('is not a program');
  });

  it('never repair by granting a new extension', async () => {
    const check = await look({ extensions: [seen({ id: STRANGER })] });
    expect(await check('granted')).toMatchObject({
      state: 'fail',
      chromeSays: 'Access to the specified native messaging host is forbidden.',
      fix: `${INSTALL()} --extension-id ${STRANGER}`,
      repairs: [],
    });
  });

  it('keep the ids that were granted before', async () => {
    const other = 'ponmlkjihgfedcbaponmlkjihgfedcba';
    const hostBinary = join(fake.root, 'bproxy-host.mjs');
    const options = {
      home: installation.home,
      hostBinary,
      userDataDirs: [data],
      browsers: [],
      system: false,
    };
    await install({ ...options, dryRun: false, extensionIds: [other] });
    expect((await (await look({ extensions: [seen({ id: STRANGER })] }))('granted')).fix).toBe(
      `${INSTALL()} --extension-id ${other} --extension-id ${STRANGER}`,
    );
    rmSync(manifest);
    expect(await (await look())('manifest')).toMatchObject({
      fix: `${INSTALL()} --extension-id ${other}`,
      repairs: [{ extensionIds: [EXTENSION_ID, other] }],
    });
  });

  it.each<[SelfTest, Partial<Verdict>]>([
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
    expect(await (await look({ test }))('launcher')).toMatchObject({
      ...expected,
      repairs: [{ kind: 'install' }],
    });
  });

  it('report why the daemon rejected the link', async () => {
    const test = { ...ANSWERED, home: installation.home, daemon: 'rejected', reason: 'Not allowed.' };
    expect(await (await look({ test }))('launcher')).toMatchObject({
      state: 'fail',
      says: 'Not allowed.',
      fix: `${INSTALL()} --extension-id ${EXTENSION_ID}`,
    });
  });

  it('do not start a program that does not belong to this home', async () => {
    const other = fake.write('other/host', '#!/bin/sh\n', 0o755);
    const text = { name: 'com.bproxy.host', description: 'x', path: other, type: 'stdio' };
    const origins = { allowed_origins: [`chrome-extension://${EXTENSION_ID}/`] };
    fake.write('data/NativeMessagingHosts/com.bproxy.host.json', { ...text, ...origins });
    expect(await (await look())('launcher')).toMatchObject({
      state: 'fail',
      says: expect.stringContaining('not of this bproxy home'),
      repairs: [],
    });
  });

  it('report an extension that is off or missing', async () => {
    const off = [seen({ enabled: false, disableReasons: [1] })];
    const check = await (await look({ extensions: off, isUsedElsewhere: false }))('extension');
    expect(check).toMatchObject({ state: 'fail', says: 'The extension is there, but turned off.' });
    expect(check.evidence[0]).toContain('turned off by a person');
    const missing = await (await look({ extensions: [], isUsedElsewhere: false }))('extension');
    expect(missing).toMatchObject({ state: 'fail', fix: expect.stringContaining(': /app/extension') });
    expect((await (await look({ extensions: [], isUsedElsewhere: true }))('extension')).state).toBe('warn');
  });

  it('trust a running link more than the settings of Chrome', async () => {
    const openProfiles = ['Default'];
    const notWritten = await look({ extensions: [], openProfiles, links: 1 });
    expect(await notWritten('extension')).toMatchObject({
      state: 'pass',
      says: expect.stringContaining('is on'),
    });
    const off = [seen({ enabled: false, disableReasons: [1] })];
    expect((await (await look({ extensions: off, openProfiles, links: 1 }))('extension')).state).toBe('pass');
    const removed = await look({ openProfiles, links: 0 });
    expect(await removed('extension')).toMatchObject({
      state: 'warn',
      says: expect.stringContaining('not started bproxy'),
    });
    expect((await (await look({ openProfiles }))('extension')).state).toBe('pass');
  });

  it('name an open profile that does not have the extension', async () => {
    fake.write('data/Local State', { profile: { info_cache: { 'Profile 1': { name: 'Ada' } } } });
    const second = { openProfiles: ['Profile 1'], links: 0 };
    const elsewhere = await (await look(second))('extension');
    expect(elsewhere).toMatchObject({
      state: 'fail',
      says: 'The extension is on in Default, but the open profile is Profile 1 (Ada).',
      fix: expect.stringContaining('Open a window of the profile Default.'),
    });
    expect((await (await look({ ...second, isAnyConnected: true }))('extension')).state).toBe('warn');
    const both = { openProfiles: ['Default', 'Profile 1'], links: 1, isAnyConnected: true };
    expect(await (await look(both))('extension')).toMatchObject({
      state: 'warn',
      says: expect.stringContaining('not seen in Profile 1 (Ada)'),
      fix: expect.stringContaining('/app/extension'),
    });
    expect((await (await look({ ...both, links: 2 }))('extension')).state).toBe('pass');
    installation = { ...installation, namesProfiles: false };
    expect((await (await look(second))('extension')).says).not.toContain('Ada');
  });
});
