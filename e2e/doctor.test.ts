import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { EXTENSION_ID } from '@bproxy/manifests';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { driveBrowser, openPopup } from './harness/driven-browser.ts';
import { html } from './harness/pages.ts';
import { CLI, until, World } from './harness/world.ts';

const NOT_FOUND = 'Specified native messaging host not found.';
const FORBIDDEN = 'Access to the specified native messaging host is forbidden.';
const EXITED = 'Native host has exited.';
const COMMUNICATION = 'Error when communicating with the native messaging host.';
const STRANGER = 'a'.repeat(32);

interface Rung {
  name: string;
  state: string;
  says: string;
  chromeSays?: string;
  fix?: string;
}

interface Diagnosis {
  ok: boolean;
  cause: { rung: string; says: string; fix: string } | null;
  rungs: Rung[];
  repairs?: Array<{ what: string; done: boolean; says: string }>;
}

const NO_PAUSES = {
  human: { navigate: { min: 0, max: 0 }, interaction: { min: 0, max: 0 }, fill: { min: 0, max: 0 } },
};
const world = new World({ browserGraceMs: 60_000 });
const profile = world.profile('main');
const hosts = join(profile, 'NativeMessagingHosts');
const manifest = join(hosts, 'com.bproxy.host.json');
const launcher = join(world.home, 'bin', 'bproxy-host');
let context: BrowserContext;
let popup: Page;
const env = { ...process.env };

beforeAll(async () => {
  // A browser of this computer must not count.
  process.env['XDG_CONFIG_HOME'] = join(world.dir, 'config');
  process.env['BPROXY_SERVICE_BIN'] = copyOfHost('app');
  await world.install('main');
  context = await driveBrowser(world);
  popup = await openPopup(context);
  await reconnected();
});

afterAll(async () => {
  await context?.close();
  await world.close();
  process.env = env;
});

/** The host program in a folder of its own, so that a test may take it away. */
function copyOfHost(name: string): string {
  const from = join(import.meta.dirname, '..', 'host', 'dist');
  cpSync(from, join(world.dir, name), { recursive: true });
  return join(world.dir, name, 'bproxy-host.mjs');
}

/** Makes the extension reconnect; returns Chrome's message, or null if the daemon welcomed it. */
async function chromeSays(): Promise<string | null> {
  let said: string | null | undefined;
  const ask = async (type: string) => {
    const question = `chrome.runtime.sendMessage({ type: '${type}' })`;
    const { phase } = await popup.evaluate<{ phase: { name: string; message?: string } }>(question);
    if (phase.name === 'failed') said = phase.message;
    if (phase.name === 'ready') said = null;
  };
  await ask('reconnect');
  await until('Chrome has spoken', async () => {
    if (said === undefined) await ask('status');
    return said !== undefined;
  });
  return said ?? null;
}

async function reconnected(): Promise<void> {
  await until('the extension is connected', async () => (await chromeSays()) === null);
}

async function doctor(...flags: string[]): Promise<Diagnosis & { code: number }> {
  const { code, stdout, stderr } = await world.bproxy('doctor', '--json', ...flags);
  expect(stderr).toBe('');
  return { code, ...JSON.parse(stdout) };
}

function editManifest(change: object): void {
  const value = JSON.parse(readFileSync(manifest, 'utf8'));
  writeFileSync(manifest, JSON.stringify({ ...value, ...change }));
}

function editLauncher(change: (text: string) => string): void {
  writeFileSync(launcher, change(readFileSync(launcher, 'utf8')));
}

describe('a working installation', () => {
  it('passes every check, in text that a person can read', async () => {
    const { code, stdout } = await world.bproxy('doctor', '--page');
    expect(stdout).toMatch(/^✓ node +\S+ is Node v\d+/);
    expect(stdout).toMatch(/^✓ launcher +The launcher starts the host, and the host answers\.$/m);
    expect(stdout).toMatch(/^✓ extension +The extension is on\b/m);
    expect(stdout).toMatch(/^✓ connected +Connected: /m);
    expect(stdout).toMatch(/^✓ round-trip +The extension answers\.$/m);
    expect(stdout).toMatch(/^✓ page +A page was opened, read and closed\.$/m);
    expect(stdout).not.toMatch(/^[✗–]/m);
    // Chromium may have made its usual folder, where nobody registered bproxy.
    const last = /^!/m.test(stdout)
      ? 'Nothing fails. Check the lines with !.'
      : 'All checks that could run passed.';
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(last);
    expect(code).toBe(0);
  });

  it('is not disturbed: no tab, no session, no second browser, no second daemon', async () => {
    const before = await world.status();
    const tabs = context.pages().length;
    expect(await doctor('--fix')).toMatchObject({ code: 0, ok: true, cause: null, repairs: [] });
    const after = await world.status();
    expect(after).toMatchObject({ daemon: { pid: before.daemon.pid }, sessions: before.sessions });
    expect(after.clients.map(({ id, connectedAt }) => ({ id, connectedAt }))).toEqual(
      before.clients.map(({ id, connectedAt }) => ({ id, connectedAt })),
    );
    expect(context.pages()).toHaveLength(tabs);
    expect(world.links()).toHaveLength(1);
  });
});

interface Fault {
  name: string;
  text: string;
  rung: string;
  says: RegExp;
  /** `fix`: --fix repairs it. `command`: bproxy must not change it, the printed command repairs it. */
  repairedBy: 'fix' | 'command';
  provoke(): void;
}

const FAULTS: Fault[] = [
  {
    name: 'the manifest is missing',
    text: NOT_FOUND,
    rung: 'manifest',
    says: /no host manifest where this browser looks/,
    repairedBy: 'fix',
    provoke: () => rmSync(manifest),
  },
  {
    name: 'the manifest is in the wrong folder',
    text: NOT_FOUND,
    rung: 'manifest',
    says: /no host manifest where this browser looks/,
    repairedBy: 'fix',
    provoke: () => {
      mkdirSync(join(profile, 'native-messaging-hosts'), { recursive: true });
      renameSync(manifest, join(profile, 'native-messaging-hosts', 'com.bproxy.host.json'));
    },
  },
  {
    name: 'the manifest is not JSON',
    text: NOT_FOUND,
    rung: 'manifest',
    says: /is not valid JSON/,
    repairedBy: 'command',
    provoke: () => writeFileSync(manifest, `${readFileSync(manifest, 'utf8').trimEnd().slice(0, -1)},}`),
  },
  {
    name: 'the path is relative',
    text: NOT_FOUND,
    rung: 'manifest',
    says: /"path" is "bin\/bproxy-host"/,
    repairedBy: 'command',
    provoke: () => editManifest({ path: 'bin/bproxy-host' }),
  },
  {
    name: 'the name is another',
    text: NOT_FOUND,
    rung: 'manifest',
    says: /"name" is "com.other.host"/,
    repairedBy: 'command',
    provoke: () => editManifest({ name: 'com.other.host' }),
  },
  {
    name: 'the description is empty',
    text: NOT_FOUND,
    rung: 'manifest',
    says: /"description" is missing or empty/,
    repairedBy: 'command',
    provoke: () => editManifest({ description: '' }),
  },
  {
    name: 'the type is another',
    text: NOT_FOUND,
    rung: 'manifest',
    says: /"type" is "socket"/,
    repairedBy: 'command',
    provoke: () => editManifest({ type: 'socket' }),
  },
  {
    name: 'an origin lacks its slash',
    text: NOT_FOUND,
    rung: 'manifest',
    says: /with the slash at the end/,
    repairedBy: 'command',
    provoke: () => editManifest({ allowed_origins: [`chrome-extension://${EXTENSION_ID}`] }),
  },
  {
    name: 'the launcher is gone',
    text: NOT_FOUND,
    rung: 'manifest',
    says: /The program that the manifest names is missing/,
    repairedBy: 'fix',
    provoke: () => rmSync(launcher),
  },
  {
    name: 'another extension is allowed',
    text: FORBIDDEN,
    rung: 'granted',
    says: /does not let in the extension/,
    repairedBy: 'command',
    provoke: () => editManifest({ allowed_origins: [`chrome-extension://${STRANGER}/`] }),
  },
  {
    name: 'nobody is allowed',
    text: FORBIDDEN,
    rung: 'granted',
    says: /does not let in the extension/,
    repairedBy: 'command',
    provoke: () => editManifest({ allowed_origins: [] }),
  },
  {
    name: 'the launcher is not executable',
    text: EXITED,
    rung: 'manifest',
    says: /is not executable/,
    repairedBy: 'fix',
    provoke: () => chmodSync(launcher, 0o644),
  },
  {
    name: 'the host program is gone',
    text: EXITED,
    rung: 'binaries',
    says: /The host program that the browser should start is gone/,
    repairedBy: 'fix',
    provoke: () => {
      process.env['BPROXY_SERVICE_BIN'] = copyOfHost('moved');
      rmSync(join(world.dir, 'app'), { recursive: true });
    },
  },
  {
    name: 'Node is gone',
    text: EXITED,
    rung: 'launcher',
    says: /ended with exit code 1: node: \/gone\/node \(missing\)/,
    repairedBy: 'command',
    provoke: () => editLauncher((text) => text.replaceAll(/'\/[^']*node'/g, "'/gone/node'")),
  },
  {
    name: 'the launcher ends at once',
    text: EXITED,
    rung: 'launcher',
    says: /ended with exit code 7/,
    repairedBy: 'command',
    provoke: () => editLauncher(() => '#!/bin/sh\nexit 7\n'),
  },
  {
    name: 'the launcher has the line ends of Windows',
    text: EXITED,
    rung: 'launcher',
    says: /cannot be started|ended with/,
    repairedBy: 'command',
    provoke: () => editLauncher((text) => text.replaceAll('\n', '\r\n')),
  },
  {
    name: 'the launcher prints words',
    text: COMMUNICATION,
    rung: 'launcher',
    says: /prints text to stdout, which is reserved for messages: "Welcome to/,
    repairedBy: 'command',
    provoke: () => editLauncher((text) => text.replace('\n', '\necho "Welcome to this computer"\n')),
  },
];

describe.each(FAULTS)('the fault "$name"', ({ text, rung, says, repairedBy, provoke }) => {
  it(`is "${text}" to Chrome, is named by the doctor and repaired by its ${repairedBy}`, async () => {
    provoke();
    expect(await chromeSays()).toBe(text);
    const isSafe = repairedBy === 'fix';
    const found = await doctor(...(isSafe ? [] : ['--fix']));
    expect(found).toMatchObject({ code: 1, ok: false, cause: { rung } });
    expect(found.cause?.says).toMatch(says);
    expect(found.rungs.find(({ name, state }) => name === rung && state === 'fail')?.chromeSays).toBe(text);
    if (isSafe) {
      expect((await doctor('--fix')).repairs).toContainEqual(expect.objectContaining({ done: true }));
    } else {
      expect(found.repairs?.filter(({ done, what }) => done && what.startsWith('install'))).toEqual([]);
      const shell = `bproxy() { "${process.execPath}" "${CLI}" "$@"; }\n${found.cause?.fix}`;
      expect(await world.run('/bin/sh', ['-c', shell])).toMatchObject({ code: 0 });
    }
    expect(await chromeSays()).toBe(null);
  });
});

describe('a daemon that was stopped', () => {
  it('is named by the doctor and started by --fix, and the browser reconnects', async () => {
    const record = join(world.home, 'logs', 'last-launch-error.txt');
    writeFileSync(record, 'bproxy-host could not start.\n');
    await world.bproxy('service', 'stop');
    expect(await doctor()).toMatchObject({
      code: 1,
      cause: { rung: 'daemon', fix: 'bproxy service start' },
    });
    const { repairs } = await doctor('--fix');
    expect(repairs?.map(({ what, done }) => ({ what, done }))).toEqual([
      { what: `remove ${record}`, done: true },
      { what: 'start the daemon', done: true },
    ]);
    await world.connected(1);
  });
});

describe('a report', () => {
  it('contains nothing that was typed, read or visited', async () => {
    world.configure({ logLevel: 'debug', pacing: NO_PAUSES });
    await world.bproxy('service', 'restart');
    await world.connected(1);
    const pages = await world.serve({
      '/planted-path': html('Planted title', '<input id="name"><p>planted words</p>'),
    });
    const { session } = await world.data(
      'tab.open',
      'tab',
      'open',
      '--url',
      pages.url('/planted-path?q=planted-query'),
    );
    const fill = [
      '--selector',
      '#name',
      '--method',
      'direct',
      '--world',
      'isolated',
      '--value',
      'planted-value',
    ];
    await world.data('fill', 'fill', ...fill, '-s', session);
    await world.data('text', 'text', '-s', session);
    await world.data('session.close', 'session', 'close', '-s', session);
    const token = readFileSync(join(world.home, 'token'), 'utf8').trim();
    const logs = readdirSync(join(world.home, 'logs')).map((name) =>
      readFileSync(join(world.home, 'logs', name), 'utf8'),
    );
    expect(logs.join()).toContain('planted-query');
    process.env['HOME'] = world.dir;
    const { code, stdout } = await world.bproxy('report');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      doctor: { ok: true },
      settings: { logLevel: 'debug' },
    });
    expect(stdout).toContain('"action":"fill"');
    for (const secret of ['planted', 'Planted', token, world.dir, '/root'])
      expect(stdout).not.toContain(secret);
  });
});
