import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BrowserPlace } from '../../browsers/browser-places.ts';
import type { Check, CheckState } from '../../check.ts';
import type { Facts } from '../../facts.ts';
import type { Answer, Installation } from '../../installation.ts';
import {
  type DaemonFinding,
  type DaemonStatus,
  findDaemon,
  readStatus,
} from '../../machine/daemon-status.ts';
import { readLaunchError } from '../../machine/launch-error.ts';
import {
  type FakeInstallation,
  fakeDaemon,
  fakeFacts,
  fakeInstallation,
} from '../../testing/fake-installation.ts';
import { connectedCheck } from './connected.ts';
import { daemonCheck } from './daemon.ts';
import { launchErrorCheck } from './launch-error.ts';
import { pageCheck } from './page.ts';
import { portCheck } from './port.ts';
import { roundTripCheck } from './round-trip.ts';
import { versionsCheck } from './versions.ts';

const CLIENT = {
  id: 'c1',
  label: 'Work',
  browser: 'Chromium 156',
  extensionVersion: '1.2.3',
  lastSeenAt: 990_000,
};
const DATA = {
  daemon: { pid: 42, version: '1.2.3', startedBy: 'browser' },
  clients: [CLIENT],
  refusedClients: [],
};
const RUNNING = { running: true, pid: 42, port: 9615, version: '1.2.3' };
const ok = (data: Record<string, unknown>): Answer => ({ ok: true, data });
const failed = (code: string): Answer => ({ ok: false, error: { code, message: 'It says why.' } });
const DOWN: DaemonFinding = { running: undefined, status: undefined, problem: '' };

let fake: FakeInstallation;
let installation: Installation;
let servers: Server[];
beforeEach(() => {
  fake = fakeInstallation();
  installation = fake.installation;
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  fake.remove();
});

function answering(body: string, status = 200): Promise<number> {
  const server = createServer((_request, response) => response.writeHead(status).end(body));
  servers.push(server);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(address !== null && typeof address === 'object' ? address.port : 0);
    });
  });
}

const run = async (check: Check, on: Installation, facts: Partial<Facts> = {}) =>
  check.run(fakeFacts(on, facts), []);

const knowing = (status: DaemonStatus | undefined): Partial<Facts> => ({ daemon: { ...DOWN, status } });

describe('daemon', () => {
  const withDaemon = (printed: object, ask: Installation['ask']): Installation => ({
    ...installation,
    runHost: async () => ({ ...printed }),
    ask,
  });

  it('passes if the daemon that holds the lock answers', async () => {
    const well = withDaemon(RUNNING, fakeDaemon({ 'debug.status': ok(DATA) }).ask);
    const result = await run(daemonCheck, well, { daemon: await findDaemon(well) });
    expect(result).toMatchObject({ state: 'pass', says: expect.stringContaining('process 42') });
  });

  it('offers a start as the repair if no daemon runs', async () => {
    fake.write('home/daemon.lock', '77\nx\ny\n');
    const down = withDaemon({ running: false }, installation.ask);
    const result = await run(daemonCheck, down, { daemon: await findDaemon(down) });
    expect(result).toMatchObject({
      state: 'fail',
      fix: 'bproxy service start',
      repairs: [{ kind: 'start-daemon' }],
    });
    expect(result.evidence[0]).toContain('names the process 77, which has ended');
  });

  it('fails if the token is refused or another daemon answers', async () => {
    const refusing = withDaemon(RUNNING, async () => {
      throw new Error('The daemon refused the token (HTTP 401).');
    });
    expect(await run(daemonCheck, refusing, { daemon: await findDaemon(refusing) })).toMatchObject({
      state: 'fail',
      says: 'A daemon runs, but the daemon refused the token (HTTP 401).',
    });
    const other = { ...DATA, daemon: { ...DATA.daemon, pid: 7 } };
    const strange = withDaemon(RUNNING, fakeDaemon({ 'debug.status': ok(other) }).ask);
    const answered = await run(daemonCheck, strange, { daemon: await findDaemon(strange) });
    expect(answered.says).toContain('Another daemon (process 7)');
  });
});

describe('port', () => {
  const silent = (port: number): DaemonFinding => ({ ...DOWN, running: { pid: 42, port } });

  it("passes when the daemon's own answer came through it", async () => {
    const daemon = { running: { pid: 42, port: 9615 }, status: readStatus(DATA), problem: '' };
    expect(await run(portCheck, installation, { daemon })).toMatchObject({ state: 'pass' });
  });

  it('distinguishes another program, another bproxy and a closed port', async () => {
    const stranger = await answering('<h1>Hello</h1>');
    const ours = await answering('{"protocol_version":1,"ok":false,"error":{"code":"UNAUTHORIZED"}}', 401);
    const ask = (port: number) => run(portCheck, installation, { daemon: silent(port) });
    expect((await ask(stranger)).says).toBe(`Another program answers on port ${stranger}.`);
    expect((await ask(ours)).says).toContain('refuses the token of this home');
    const [server] = servers.splice(0, 1);
    await new Promise((resolve) => server?.close(resolve));
    expect((await ask(stranger)).says).toBe(`Nobody answers on port ${stranger}.`);
  });

  it('fails if another program has the port of the settings', async () => {
    const port = await answering('x');
    expect(
      await run(portCheck, installation, { daemon: DOWN, config: { kind: 'valid', port } }),
    ).toMatchObject({
      state: 'fail',
      says: expect.stringContaining(`Port ${port} of the settings is taken`),
    });
    expect(await run(portCheck, installation)).toMatchObject({ state: 'not-reached' });
  });
});

describe('connected and versions', () => {
  const place: BrowserPlace = {
    browser: 'chromium',
    label: 'Chromium',
    userDataDir: '/p',
    isNamed: false,
    userManifests: [],
    systemManifests: [],
    registered: true,
  };
  const extension = { id: 'x', enabled: true, disableReasons: [], version: '', path: '' };
  const browser = (process?: number, openProfiles = ['Default'], profiles = ['Default'], links = 0) => ({
    place,
    process,
    openProfiles,
    links,
    seen: profiles.map((profile) => ({ ...extension, profile })),
    isWanted: true,
    manifest: { kind: 'none' as const },
    wantedIds: [],
    idsBefore: [],
  });
  const connected = (status: DaemonStatus | undefined, ...given: Parameters<typeof browser>) =>
    run(connectedCheck, installation, { ...knowing(status), browsers: [browser(...given)] });

  it('name the connected browsers and when each was last heard from', async () => {
    const result = await connected(readStatus(DATA));
    expect(result).toMatchObject({ state: 'pass', says: 'Connected: Work.' });
    expect(result.evidence[0]).toContain('last heard 10 s ago');
  });

  it('explain the next step when no browser is connected', async () => {
    const empty = readStatus({ ...DATA, clients: [] });
    expect((await connected(undefined, 1)).state).toBe('not-reached');
    expect((await connected(empty)).fix).toMatch(/^Start the browser/);
    expect((await connected(empty, 7)).fix).toContain('Reconnect');
    expect((await connected(empty, 7, [])).fix).toContain('Reconnect');
    const refused = readStatus({ ...DATA, clients: [], refusedClients: [{ reason: 'Too old.' }] });
    expect(await connected(refused, 7)).toMatchObject({ state: 'fail', says: 'Too old.' });
  });

  it('never refer to a popup that does not exist', async () => {
    const empty = readStatus({ ...DATA, clients: [] });
    expect((await connected(empty, 7, ['Profile 1'])).fix).toMatch(/^Open a window/);
    expect((await connected(empty, 7, ['Default'], [])).fix).toMatch(/^Load the extension/);
    expect((await connected(empty, 7, ['Default'], [], 1)).fix).toContain('Reconnect');
  });

  it('compare the versions of the running parts', async () => {
    const versions = (status: DaemonStatus | undefined) => run(versionsCheck, installation, knowing(status));
    expect((await versions(undefined)).state).toBe('not-reached');
    expect((await versions(readStatus(DATA))).state).toBe('pass');
    const old = { ...DATA, daemon: { ...DATA.daemon, version: '1.0.0' } };
    expect(await versions(readStatus(old))).toMatchObject({ state: 'warn', fix: 'bproxy service restart' });
    const oldExtension = { ...DATA, clients: [{ ...CLIENT, extensionVersion: '1.0.0' }] };
    expect((await versions(readStatus(oldExtension))).says).toContain('The extension in Work is 1.0.0');
  });
});

describe('round-trip', () => {
  const status = readStatus(DATA);
  const session = { 'session.create': ok({ session: 'abcdef' }), 'session.close': ok({}) };

  it('sends its request in a session of its own and closes it', async () => {
    const { ask, asked } = fakeDaemon({ ...session, 'debug.log': ok({ entries: [] }) });
    expect((await run(roundTripCheck, { ...installation, ask }, knowing(status))).state).toBe('pass');
    expect(asked).toEqual([
      { action: 'session.create', params: { browser: 'c1' }, session: undefined },
      { action: 'debug.log', params: { limit: 1 }, session: 'abcdef' },
      { action: 'session.close', params: {}, session: 'abcdef' },
    ]);
  });

  it('fails with the error of the daemon, and still closes the session', async () => {
    const { ask, asked } = fakeDaemon({ ...session, 'debug.log': failed('TIMEOUT') });
    const result = await run(roundTripCheck, { ...installation, ask }, knowing(status));
    expect(result).toMatchObject({
      state: 'fail',
      says: 'The extension in Work does not answer: TIMEOUT: It says why.',
    });
    expect(asked.at(-1)?.action).toBe('session.close');
    const none = fakeDaemon({ 'session.create': failed('NO_EXTENSION') });
    expect((await run(roundTripCheck, { ...installation, ask: none.ask }, knowing(status))).state).toBe(
      'fail',
    );
  });

  it('is not reached without a browser', async () => {
    expect(
      (await run(roundTripCheck, installation, knowing(readStatus({ ...DATA, clients: [] })))).state,
    ).toBe('not-reached');
  });
});

describe('page', () => {
  const status = readStatus(DATA);

  it('opens no tab without --page', async () => {
    expect((await run(pageCheck, installation, knowing(status))).state).toBe('not-reached');
  });

  it('passes only if it reads the text of its own page', async () => {
    const session = { 'session.create': ok({ session: 'abcdef' }), 'session.close': ok({}) };
    const browser = (text: (page: string) => string): Installation => {
      let page = '';
      const { ask: other } = fakeDaemon(session);
      const ask: Installation['ask'] = async (action, params, given) => {
        if (action === 'tab.open' && 'url' in params) {
          page = await (await fetch(String(params.url))).text();
          return ok({});
        }
        return action === 'text' ? ok({ text: text(page) }) : other(action, params, given);
      };
      return { ...installation, mayOpenPage: true, ask };
    };
    const read = (text: (page: string) => string) => run(pageCheck, browser(text), knowing(status));
    expect(await read((page) => page)).toMatchObject({ state: 'pass' });
    expect(await read(() => 'another page')).toMatchObject({
      state: 'fail',
      says: expect.stringContaining('it contains another text'),
    });
  });
});

describe('launch-error', () => {
  it('shows the record with its age, and removes it once the launcher works', async () => {
    expect(await run(launchErrorCheck, installation)).toMatchObject({ state: 'pass' });
    const path = fake.write('home/logs/last-launch-error.txt', 'could not start\nnode: /x (missing)\n');
    const launchError = readLaunchError(installation.home);
    const later: Installation = { ...installation, now: () => (launchError?.writtenAt ?? 0) + 5 * 60_000 };
    const after = async (...launchers: CheckState[]) =>
      launchErrorCheck.run(
        fakeFacts(later, { launchError }),
        launchers.map((state) => ({
          name: 'launcher',
          browser: '',
          state,
          says: '',
          evidence: [],
          repairs: [],
        })),
      );
    const broken = await after('pass', 'fail');
    expect(broken).toMatchObject({ state: 'warn', repairs: [] });
    expect(broken.evidence).toEqual([`${path}, 5 min old`, 'could not start', 'node: /x (missing)']);
    expect(await after()).toMatchObject({ state: 'warn', repairs: [] });
    expect(await after('pass', 'pass')).toMatchObject({
      state: 'warn',
      says: 'The host could not be started 5 min ago; now it can.',
      repairs: [{ kind: 'remove-file', path }],
    });
  });
});
