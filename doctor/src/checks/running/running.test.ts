import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BrowserPlace } from '../../browsers/browser-places.ts';
import type { Answer, Patient } from '../../installation.ts';
import { type DaemonFinding, findDaemon, readStatus } from '../../machine/daemon-status.ts';
import { knock } from '../../machine/who-answers.ts';
import { type FakePatient, fakeDaemon, fakePatient } from '../../testing/fake-installation.ts';
import { connectedRung } from './connected.ts';
import { daemonRung } from './daemon.ts';
import { pageRung } from './page.ts';
import { portRung } from './port.ts';
import { roundTripRung } from './round-trip.ts';
import { versionsRung } from './versions.ts';

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

let fake: FakePatient;
let patient: Patient;
let servers: Server[];
beforeEach(() => {
  fake = fakePatient();
  patient = fake.patient;
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

describe('daemon', () => {
  const withDaemon = (printed: object, ask: Patient['ask']): Patient => ({
    ...patient,
    runHost: async () => ({ ...printed }),
    ask,
  });

  it('passes for the one that holds the lock', async () => {
    const well = withDaemon(RUNNING, fakeDaemon({ 'debug.status': ok(DATA) }).ask);
    const rung = daemonRung(well, await findDaemon(well));
    expect(rung).toMatchObject({ state: 'pass', says: expect.stringContaining('process 42') });
  });

  it('is started when it does not run', async () => {
    fake.write('home/daemon.lock', '77\nx\ny\n');
    const down = withDaemon({ running: false }, patient.ask);
    const rung = daemonRung(down, await findDaemon(down));
    expect(rung).toMatchObject({
      state: 'fail',
      fix: 'bproxy service start',
      repairs: [{ kind: 'start-daemon' }],
    });
    expect(rung.evidence[0]).toContain('names the process 77, which has ended');
  });

  it('fails when the token is refused, and when another one answers', async () => {
    const refusing = withDaemon(RUNNING, async () => {
      throw new Error('The daemon refused the token (HTTP 401).');
    });
    expect(daemonRung(refusing, await findDaemon(refusing))).toMatchObject({
      state: 'fail',
      says: 'A daemon runs, but the daemon refused the token (HTTP 401).',
    });
    const other = { ...DATA, daemon: { ...DATA.daemon, pid: 7 } };
    const strange = withDaemon(RUNNING, fakeDaemon({ 'debug.status': ok(other) }).ask);
    expect(daemonRung(strange, await findDaemon(strange)).says).toContain('Another daemon (process 7)');
  });
});

describe('port', () => {
  const silent = (port: number): DaemonFinding => ({ ...DOWN, running: { pid: 42, port } });

  it("passes when the daemon's own answer came through it", async () => {
    const daemon = { running: { pid: 42, port: 9615 }, status: readStatus(DATA), problem: '' };
    const rung = await portRung(patient, { daemon, fixedPort: undefined, knock });
    expect(rung.state).toBe('pass');
  });

  it('tells a stranger, another bproxy and nobody apart', async () => {
    const stranger = await answering('<h1>Hello</h1>');
    const ours = await answering('{"protocol_version":1,"ok":false,"error":{"code":"UNAUTHORIZED"}}', 401);
    const ask = (port: number) => portRung(patient, { daemon: silent(port), fixedPort: undefined, knock });
    expect((await ask(stranger)).says).toBe(`Another program answers on port ${stranger}.`);
    expect((await ask(ours)).says).toContain('refuses the token of this home');
    const [server] = servers.splice(0, 1);
    await new Promise((resolve) => server?.close(resolve));
    expect((await ask(stranger)).says).toBe(`Nobody answers on port ${stranger}.`);
  });

  it('finds out that the port of the settings is taken', async () => {
    const port = await answering('x');
    expect(await portRung(patient, { daemon: DOWN, fixedPort: port, knock })).toMatchObject({
      state: 'fail',
      says: expect.stringContaining(`Port ${port} of the settings is taken`),
    });
    expect((await portRung(patient, { daemon: DOWN, fixedPort: undefined, knock })).state).toBe(
      'not-reached',
    );
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
  const at = (process?: number, openProfiles = ['Default'], profiles = ['Default'], links = 0) => ({
    now: 1_000_000,
    browsers: [
      { place, process, openProfiles, links, seen: profiles.map((profile) => ({ ...extension, profile })) },
    ],
  });

  it('names who is connected and when it was heard', () => {
    const rung = connectedRung({ status: readStatus(DATA), ...at(undefined) });
    expect(rung).toMatchObject({ state: 'pass', says: 'Connected: Work.' });
    expect(rung.evidence[0]).toContain('last heard 10 s ago');
  });

  it('tells what to do when nobody is', () => {
    const empty = readStatus({ ...DATA, clients: [] });
    expect(connectedRung({ status: undefined, ...at(1) }).state).toBe('not-reached');
    expect(connectedRung({ status: empty, ...at(undefined) }).fix).toMatch(/^Start the browser/);
    expect(connectedRung({ status: empty, ...at(7) }).fix).toContain('Reconnect');
    expect(connectedRung({ status: empty, ...at(7, []) }).fix).toContain('Reconnect');
    const refused = readStatus({ ...DATA, clients: [], refusedClients: [{ reason: 'Too old.' }] });
    expect(connectedRung({ status: refused, ...at(7) })).toMatchObject({ state: 'fail', says: 'Too old.' });
  });

  it('points at no popup that is not there', () => {
    const empty = readStatus({ ...DATA, clients: [] });
    expect(connectedRung({ status: empty, ...at(7, ['Profile 1']) }).fix).toMatch(/^Open a window/);
    expect(connectedRung({ status: empty, ...at(7, ['Default'], []) }).fix).toMatch(/^Load the extension/);
    expect(connectedRung({ status: empty, ...at(7, ['Default'], [], 1) }).fix).toContain('Reconnect');
  });

  it('compares the versions of what runs', () => {
    expect(versionsRung(patient, undefined).state).toBe('not-reached');
    expect(versionsRung(patient, readStatus(DATA)).state).toBe('pass');
    const old = { ...DATA, daemon: { ...DATA.daemon, version: '1.0.0' } };
    expect(versionsRung(patient, readStatus(old))).toMatchObject({
      state: 'warn',
      fix: 'bproxy service restart',
    });
    const oldExtension = { ...DATA, clients: [{ ...CLIENT, extensionVersion: '1.0.0' }] };
    expect(versionsRung(patient, readStatus(oldExtension)).says).toContain('The extension in Work is 1.0.0');
  });
});

describe('round-trip', () => {
  const status = readStatus(DATA);
  const session = { 'session.create': ok({ session: 'abcdef' }), 'session.close': ok({}) };

  it('asks in a session of its own and closes it', async () => {
    const { ask, asked } = fakeDaemon({ ...session, 'debug.log': ok({ entries: [] }) });
    expect((await roundTripRung({ ...patient, ask }, status)).state).toBe('pass');
    expect(asked).toEqual([
      { action: 'session.create', params: { browser: 'c1' }, session: undefined },
      { action: 'debug.log', params: { limit: 1 }, session: 'abcdef' },
      { action: 'session.close', params: {}, session: 'abcdef' },
    ]);
  });

  it('fails with the words of the daemon, and closes the session all the same', async () => {
    const { ask, asked } = fakeDaemon({ ...session, 'debug.log': failed('TIMEOUT') });
    const rung = await roundTripRung({ ...patient, ask }, status);
    expect(rung).toMatchObject({
      state: 'fail',
      says: 'The extension in Work does not answer: TIMEOUT: It says why.',
    });
    expect(asked.at(-1)?.action).toBe('session.close');
    const none = fakeDaemon({ 'session.create': failed('NO_EXTENSION') });
    expect((await roundTripRung({ ...patient, ask: none.ask }, status)).state).toBe('fail');
  });

  it('is not reached without a browser', async () => {
    expect((await roundTripRung(patient, readStatus({ ...DATA, clients: [] }))).state).toBe('not-reached');
  });
});

describe('page', () => {
  const status = readStatus(DATA);

  it('opens no tab unasked', async () => {
    expect((await pageRung(patient, status)).state).toBe('not-reached');
  });

  it('reads back the word of its own page', async () => {
    const session = { 'session.create': ok({ session: 'abcdef' }), 'session.close': ok({}) };
    const browser = (text: (page: string) => string): Patient => {
      let page = '';
      const { ask: other } = fakeDaemon(session);
      const ask: Patient['ask'] = async (action, params, given) => {
        if (action === 'tab.open' && 'url' in params) {
          page = await (await fetch(String(params.url))).text();
          return ok({});
        }
        return action === 'text' ? ok({ text: text(page) }) : other(action, params, given);
      };
      return { ...patient, mayOpenPage: true, ask };
    };
    expect(
      (
        await pageRung(
          browser((page) => page),
          status,
        )
      ).state,
    ).toBe('pass');
    expect(
      await pageRung(
        browser(() => 'another page'),
        status,
      ),
    ).toMatchObject({
      state: 'fail',
      says: expect.stringContaining('it said something else'),
    });
  });
});
