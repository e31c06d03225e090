import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { encodeMessage } from '../src/wire/messages.ts';
import { FakeChrome } from './fake-chrome.ts';
import { isRunning, TestHome, until } from './home.ts';

const homes: TestHome[] = [];
const chromes: FakeChrome[] = [];

function makeHome(config: object = {}, parent?: string): TestHome {
  const home = new TestHome(config, parent);
  homes.push(home);
  return home;
}

function launch(home: TestHome, options?: ConstructorParameters<typeof FakeChrome>[1]): FakeChrome {
  const chrome = new FakeChrome(home.dir, options);
  chromes.push(chrome);
  return chrome;
}

afterEach(async () => {
  await Promise.all(chromes.splice(0).map((chrome) => chrome.end()));
  await Promise.all(homes.splice(0).map((home) => home.remove()));
});

describe('start, stop and status', () => {
  it('print the JSON of the specification and leave nothing behind', async () => {
    const home = makeHome();
    expect(JSON.parse((await home.run('status')).stdout)).toEqual({
      running: false,
      version: '0.1.0',
      protocolVersion: 1,
    });
    const started = JSON.parse((await home.run('start')).stdout);
    expect(started).toEqual({ running: true, pid: expect.any(Number), port: expect.any(Number) });
    const modes = ['token', 'daemon.lock', 'bproxy.pid', 'link.sock', 'port'].map(
      (name) => statSync(home.path(name)).mode & 0o777,
    );
    expect(modes).toEqual([0o600, 0o600, 0o600, 0o600, 0o600]);
    expect(statSync(home.dir).mode & 0o777).toBe(0o700);
    expect(JSON.parse((await home.run('status')).stdout)).toEqual({
      ...started,
      version: '0.1.0',
      protocolVersion: 1,
    });
    expect(await home.run('stop')).toEqual({ code: 0, stdout: '{"running":false}\n', stderr: '' });
    expect(isRunning(started.pid)).toBe(false);
    expect(readdirSync(home.dir).sort()).toEqual(['config.json', 'logs']);
    expect(await home.run('stop')).toMatchObject({ code: 0, stdout: '{"running":false}\n' });
  });

  it('keep everything in the home for its owner alone', async () => {
    const home = makeHome();
    rmSync(home.path('config.json'));
    await home.run('start');
    await home.ask('session.create', {}, { destructive: true });
    const names = readdirSync(home.dir, { recursive: true, encoding: 'utf8' });
    expect(names).toEqual(expect.arrayContaining(['state.json', 'logs/daemon-start.log', 'tmp/sessions']));
    for (const name of names) expect(statSync(home.path(name)).mode & 0o077, name).toBe(0);
  });

  it('restart keeps the sessions, and stop ends them', async () => {
    const home = makeHome();
    await home.run('start');
    await home.ask('session.create', { label: 'mine' }, { destructive: true });
    const labels = async () => JSON.stringify((await home.ask('session.list', {})).json);
    const before = home.pid();
    const restarted = await home.run('restart');
    expect(restarted).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(restarted.stdout).pid).not.toBe(before);
    expect(await labels()).toContain('"label":"mine"');
    await home.run('stop');
    await home.run('start');
    expect(await labels()).not.toContain('mine');
  });

  it('restart on a port that is taken says so and leaves the daemon as it was', async () => {
    const [home, other] = [makeHome(), makeHome()];
    const { pid } = JSON.parse((await home.run('start')).stdout);
    const { port } = JSON.parse((await other.run('start')).stdout);
    const refused = await home.run('restart', '--port', String(port));
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/is taken by another program\. The daemon goes on as it was/);
    expect(JSON.parse((await home.run('status')).stdout)).toMatchObject({ running: true, pid });
  });

  it.each<[string, (home: TestHome) => void, RegExp]>([
    [
      'a taken port in the settings',
      ({ dir }) => writeFileSync(join(dir, 'config.json'), '{"port":PORT}'),
      /is taken/,
    ],
    [
      'settings that are not valid',
      ({ dir }) => writeFileSync(join(dir, 'config.json'), '{"x":1}'),
      /config\.json/,
    ],
    [
      'a state file that others could change',
      ({ dir }) => chmodSync(join(dir, 'state.json'), 0o644),
      /state\.json has mode 644/,
    ],
  ])('restart with %s leaves the daemon and its sessions as they were', async (_name, spoil, reason) => {
    const [home, other] = [makeHome(), makeHome()];
    const { pid } = JSON.parse((await home.run('start')).stdout);
    const { port } = JSON.parse((await other.run('start')).stdout);
    await home.ask('session.create', { label: 'mine' }, { destructive: true });
    spoil(home);
    const config = readFileSync(home.path('config.json'), 'utf8');
    writeFileSync(home.path('config.json'), config.replace('PORT', String(port)));
    const refused = await home.run('restart');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(reason);
    expect(JSON.parse((await home.run('status')).stdout)).toMatchObject({ running: true, pid });
    expect(JSON.stringify((await home.ask('session.list', {})).json)).toContain('"label":"mine"');
  });

  it('refuses a second start in words, and takes a port of its own in each home', async () => {
    const first = makeHome();
    const second = makeHome();
    const one = JSON.parse((await first.run('start')).stdout);
    const again = await first.run('start');
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain(`already running (pid ${one.pid}`);
    const two = JSON.parse((await second.run('start')).stdout);
    expect(two.port).not.toBe(one.port);
    const third = await makeHome().run('start', '--port', String(two.port));
    expect(third).toMatchObject({ code: 1, stdout: '' });
    expect(third.stderr).toContain('is taken by another program');
  });

  it('lets one of twenty starters win', async () => {
    const home = makeHome();
    const results = await Promise.all(Array.from({ length: 20 }, () => home.run('start')));
    const winners = new Set(
      results.filter(({ code }) => code === 0).map(({ stdout }) => JSON.parse(stdout).pid),
    );
    expect([...winners]).toEqual([home.pid()]);
    expect(home.log().filter(({ event }) => event === 'daemon_start')).toHaveLength(1);
    expect(readdirSync(home.dir).filter((name) => name.startsWith('bproxy.pid'))).toEqual(['bproxy.pid']);
  });

  it('believes neither a dead nor a recycled pid, and signals no stranger', async () => {
    const home = makeHome();
    // This very test process, with a start time that is not its own.
    writeFileSync(home.path('daemon.lock'), `${process.pid}\n12345\nold\n`);
    writeFileSync(home.path('port'), '9615\n');
    expect(JSON.parse((await home.run('status')).stdout).running).toBe(false);
    expect((await home.run('stop')).code).toBe(0);
    expect((await home.run('start')).code).toBe(0);
    expect(home.pid()).not.toBe(process.pid);
  });

  it('stops no process that only has the pid of the lock', async () => {
    const home = makeHome();
    const stranger = spawn('sleep', ['600']);
    try {
      for (const lock of [`${stranger.pid}\n`, `${stranger.pid}\n\n\n`, `${stranger.pid}\n\nid\n`]) {
        writeFileSync(home.path('daemon.lock'), lock);
        expect(await home.run('stop')).toMatchObject({ code: 0, stdout: '{"running":false}\n' });
        expect(isRunning(stranger.pid ?? 0)).toBe(true);
      }
    } finally {
      stranger.kill('SIGKILL');
    }
  });

  it('asks the daemon to stop over its socket, before any signal', async () => {
    const home = makeHome();
    await home.run('start');
    expect(readFileSync(home.path('bproxy.pid'), 'utf8')).toBe(`${home.pid()}\n`);
    await home.run('stop');
    expect(home.log()).toContainEqual(expect.objectContaining({ event: 'daemon_stop', reason: 'asked' }));
  });

  it('starts over the files of a killed daemon', async () => {
    const home = makeHome();
    const { pid } = JSON.parse((await home.run('start')).stdout);
    process.kill(pid, 'SIGKILL');
    await until('the daemon is gone', () => !isRunning(pid));
    expect(existsSync(home.path('link.sock'))).toBe(true);
    expect((await home.run('start')).code).toBe(0);
    expect((await home.ask('debug.status', {})).status).toBe(200);
  });

  it('refuses every start with a token file that others could read, and a bad config by the path of its key', async () => {
    const loose = makeHome();
    writeFileSync(loose.path('token'), 'x');
    chmodSync(loose.path('token'), 0o644);
    for (const _time of ['first', 'second', 'third']) {
      const refused = await loose.run('start');
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toContain('mode 644 instead of 600');
      expect(refused.stderr).toContain(`rm -rf '${loose.path('token')}'`);
    }
    rmSync(loose.path('token'));
    expect((await loose.run('start')).code).toBe(0);
    const bad = await makeHome({ pacing: { human: { scroll: { min: 5, max: 1 } } } }).run('start');
    expect(bad.stderr).toContain('pacing.human.scroll');
    expect((await makeHome({ paceing: {} }).run('start')).stderr).toContain('paceing');
  });

  it('closes a home that other users could enter, and says so in the log', async () => {
    const home = makeHome();
    chmodSync(home.dir, 0o755);
    expect((await home.run('start')).code).toBe(0);
    expect(statSync(home.dir).mode & 0o777).toBe(0o700);
    const said = (await home.fullLog()).filter(({ event }) => event === 'home_was_open');
    expect(said).toMatchObject([{ level: 'warn', mode: '755' }]);
  });

  it('works in a home whose path is longer than a socket name may be', async () => {
    const parent = join(tmpdir(), `bproxy-long-${'x'.repeat(100)}`);
    mkdirSync(parent, { recursive: true });
    const home = makeHome({}, parent);
    const chrome = launch(home);
    await chrome.connect();
    expect(existsSync(home.path('link.sock'))).toBe(true);
    await chrome.end();
    await home.remove();
    expect(readdirSync(parent)).toEqual([]);
    rmdirSync(parent);
  });

  it('runs in the foreground with `daemon`', async () => {
    const home = makeHome();
    const running = home.run('daemon');
    await until('it is ready', () => existsSync(home.path('port')));
    process.kill(home.pid(), 'SIGTERM');
    expect(await running).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

describe('a daemon that a link started', () => {
  it('ends after its grace when the last link is gone, and not before', async () => {
    const home = makeHome({ browserGraceMs: 700 });
    const first = launch(home);
    await first.connect();
    const pid = home.pid();
    const second = launch(home);
    await second.connect();
    first.closePort();
    await first.exited;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(isRunning(pid)).toBe(true);
    second.closePort();
    await second.exited;
    await until('the daemon ended itself', () => !isRunning(pid));
    expect(readdirSync(home.dir).sort()).toEqual(['config.json', 'logs']);
    expect(home.log().at(-1)).toMatchObject({ event: 'daemon_stop', reason: 'idle' });
  });

  it('is not what `service start` makes: that one stays', async () => {
    const home = makeHome({ browserGraceMs: 50 });
    const { pid } = JSON.parse((await home.run('start')).stdout);
    const chrome = launch(home);
    await chrome.connect();
    chrome.closePort();
    await chrome.exited;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(isRunning(pid)).toBe(true);
  });
});

describe('a link', () => {
  it('says stopped after `stop`, starts nothing, and reattaches after `start`', async () => {
    const home = makeHome();
    const chrome = launch(home);
    await chrome.connect();
    await home.run('stop');
    await chrome.state('stopped');
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(existsSync(home.path('daemon.lock'))).toBe(false);
    await home.run('start');
    await chrome.connect();
    expect(chrome.child.exitCode).toBe(null);
  });

  it('reattaches after its home was removed and made again', async () => {
    const home = makeHome();
    const chrome = launch(home);
    await chrome.connect();
    await home.run('stop');
    await chrome.state('stopped');
    rmSync(home.dir, { recursive: true });
    expect((await home.run('start')).code).toBe(0);
    await chrome.state('attached');
  });

  it('starts the daemon again after a crash, and gives up in words when it keeps crashing', async () => {
    const home = makeHome();
    const chrome = launch(home);
    await chrome.connect();
    const first = home.pid();
    process.kill(first, 'SIGKILL');
    await chrome.connect();
    expect(home.pid()).not.toBe(first);
    process.kill(home.pid(), 'SIGKILL');
    await chrome.connect();
    process.kill(home.pid(), 'SIGKILL');
    expect((await chrome.state('failed')).reason).toContain('ended 3 times within a minute');
    await home.run('start');
    await chrome.connect();
  });

  it('gives the next daemon nothing of a message that the last one died in', async () => {
    const home = makeHome();
    const chrome = launch(home);
    await chrome.connect();
    const message = encodeMessage({ type: 'label', label: 'x'.repeat(300_000) });
    chrome.child.stdin.write(message.subarray(0, 200_000));
    process.kill(home.pid(), 'SIGKILL');
    await chrome.state('attached');
    chrome.child.stdin.write(message.subarray(200_000));
    await chrome.introduce();
    expect(chrome.messages.filter(({ type }) => type === 'welcome')).toHaveLength(2);
  });

  it('tells why no daemon can be started, and starts it when it can', async () => {
    const home = makeHome({ port: 'x' });
    const chrome = launch(home);
    expect((await chrome.state('failed')).reason).toContain('config.json is not valid: port');
    expect(chrome.child.exitCode).toBe(null);
    writeFileSync(home.path('config.json'), '{}');
    await chrome.connect();
  });

  it('is turned away when its extension is not granted, with the command that would grant it', async () => {
    const home = makeHome();
    const id = 'a'.repeat(32);
    const chrome = launch(home, { origin: `chrome-extension://${id}/` });
    expect((await chrome.state('failed')).reason).toContain(`bproxy install --extension-id ${id}`);
    writeFileSync(home.path('install.json'), JSON.stringify({ extensionIds: [id] }));
    const granted = launch(home, { origin: `chrome-extension://${id}/` });
    await granted.connect();
  });

  it.each(['up', 'stopped', 'starting'])(
    'exits at once when Chrome closes the port, with the daemon %s',
    async (state) => {
      const home = makeHome();
      const chrome = launch(home);
      if (state !== 'starting') await chrome.connect();
      if (state === 'stopped') {
        await home.run('stop');
        await chrome.state('stopped');
      }
      chrome.closePort();
      expect(await chrome.exited).toBe(0);
      await until(
        'the daemon is ready or was stopped',
        () => state === 'stopped' || existsSync(home.path('port')),
      );
    },
  );

  it('exits when Chrome stops reading for good', async () => {
    const home = makeHome();
    const chrome = launch(home);
    await chrome.connect();
    chrome.child.stdout.destroy();
    chrome.send({ type: 'ping', ts: 1 });
    expect(await chrome.exited).toBe(0);
  });

  it('keeps stdout for messages, whatever a dependency prints', async () => {
    const home = makeHome();
    const noisy = `
      const { write } = process.stdout;
      setInterval(() => {
        if (process.stdout.write === write) return; // the link has not begun
        console.log("stray"); console.error("stray"); process.stdout.write("stray");
      }, 5);`;
    const chrome = launch(home, {
      nodeArgs: ['--import', `data:text/javascript,${encodeURIComponent(noisy)}`],
    });
    await chrome.connect();
    for (let ts = 0; ts < 50; ts += 1) {
      chrome.send({ type: 'ping', ts });
      await chrome.next('pong', (pong) => pong.ts === ts);
    }
    expect(chrome.streamError).toBeUndefined();
    expect(readFileSync(home.path('logs/link.log'), 'utf8')).toContain('"event":"stray_output"');
  });
});
