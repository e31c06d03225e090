import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { removeRemains } from '../src/home/daemon-files.ts';
import { homeAt } from '../src/home/home.ts';
import { startTimeOf } from '../src/home/process-identity.ts';
import { runningDaemon } from '../src/spawn-daemon.ts';
import { BINARY, isRunning, TestHome, until } from './home.ts';

/** A round that fails is made again by its seed. The long form: BPROXY_RACE_ROUNDS=100. */
const SEED = Number(process.env['BPROXY_RACE_SEED'] ?? 20_260);
const ROUNDS = Number(process.env['BPROXY_RACE_ROUNDS'] ?? 1);

const homes: TestHome[] = [];
const children: ChildProcess[] = [];

function makeHome(): TestHome {
  const home = new TestHome({ browserGraceMs: 600_000 });
  homes.push(home);
  return home;
}

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(homes.splice(0).map((home) => home.remove()));
});

/** Every daemon process of this home, whatever its files say. */
function daemonsOf(home: TestHome): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && commandOf(pid).includes(`daemon\0--home\0${home.dir}\0`) && isRunning(pid));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** The truth after the storm: what `status` says, what runs, and what lies about agree. */
async function assertTruth(home: TestHome): Promise<void> {
  const { running, pid } = JSON.parse((await home.run('status')).stdout);
  const wanted = running ? [pid] : [];
  await until('what runs is what status says', () => String(daemonsOf(home)) === String(wanted)).catch(() =>
    expect({ status: { running, pid }, daemons: daemonsOf(home) }).toEqual({
      status: { running, pid },
      daemons: wanted,
    }),
  );
  if (running) {
    expect((await home.ask('debug.status', {})).status).toBe(200);
    expect(existsSync(home.path('link.sock'))).toBe(true);
  }
  expect(await home.run('stop')).toMatchObject({ code: 0, stdout: '{"running":false}\n' });
  expect(daemonsOf(home)).toEqual([]);
  // The next start works, and its end leaves nothing.
  expect(await home.run('start')).toMatchObject({ code: 0 });
  expect(await home.run('stop')).toMatchObject({ code: 0 });
  expect(readdirSync(home.dir).sort()).toEqual(['config.json', 'logs']);
}

/** As a link starts it. Comes back when it runs, has found another, or was killed. */
async function startForBrowser(home: TestHome): Promise<void> {
  const args = [BINARY, 'daemon', '--home', home.dir, '--for-browser'];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  children.push(child);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  await until(
    'it is settled',
    () => hasEnded() || runningDaemon(homeAt(home.dir))?.pid === child.pid,
    45_000,
  );
}

interface Deed {
  after: number;
  deed: 'start' | 'start' | 'stop' | 'kill' | 'start-for-browser';
}

const round: fc.Arbitrary<Deed[]> = fc.array(
  fc.record({
    after: fc.nat(900),
    deed: fc.constantFrom('start', 'start', 'stop', 'kill', 'start-for-browser'),
  }),
  { minLength: 4, maxLength: 6 },
);

async function carryOut(home: TestHome, { after, deed }: Deed): Promise<void> {
  await sleep(after);
  if (deed === 'start') await home.run('start');
  if (deed === 'stop') expect(await home.run('stop')).toMatchObject({ code: 0 });
  if (deed === 'kill') for (const pid of daemonsOf(home)) process.kill(pid, 'SIGKILL');
  if (deed === 'start-for-browser') await startForBrowser(home);
}

describe('start, stop and kill at any moment', () => {
  it.each(fc.sample(round, { seed: SEED, numRuns: ROUNDS }).map((deeds, index) => ({ index, deeds })))(
    'leave one daemon or none, and the truth about it (round $index)',
    async ({ deeds }) => {
      const home = makeHome();
      await Promise.all(deeds.map((deed) => carryOut(home, deed)));
      await assertTruth(home);
    },
  );

  it('kill -9 between the claim and the end of the start leaves nothing in the way', async () => {
    const home = makeHome();
    for (const wait of [0, 5, 40]) {
      const child = spawn(process.execPath, [BINARY, 'daemon', '--home', home.dir], { stdio: 'ignore' });
      await until('it has claimed the home', () => existsSync(home.path('daemon.lock')));
      await sleep(wait);
      child.kill('SIGKILL');
      await until('it is gone', () => daemonsOf(home).length === 0);
    }
    await assertTruth(home);
  });

  it('a stop during the start ends what was started', async () => {
    const home = makeHome();
    const starting = home.run('start');
    await until('the home is claimed', () => existsSync(home.path('daemon.lock')));
    expect(await home.run('stop')).toMatchObject({ code: 0, stdout: '{"running":false}\n' });
    await starting;
    await until('no daemon is left', () => daemonsOf(home).length === 0);
    expect(readdirSync(home.dir).sort()).toEqual(['config.json', 'logs']);
  });

  it('a start during the stop starts', async () => {
    const home = makeHome();
    await home.run('start');
    const stopping = home.run('stop');
    await until('it is ending', () => !existsSync(home.path('ready')));
    expect(await home.run('start')).toMatchObject({ code: 0 });
    await stopping;
    expect(daemonsOf(home)).toHaveLength(1);
  });
});

describe('files that lie about', () => {
  it('stop no start, whatever they are', async () => {
    const home = makeHome();
    writeFileSync(home.path('daemon.lock'), Buffer.alloc(5_000, 0xff));
    writeFileSync(home.path('daemon.lock.dead'), '4194000\n1\ndead\n');
    writeFileSync(home.path('daemon.lock.dead.stale'), '');
    writeFileSync(home.path('token.123456'), 'old', { mode: 0o600 });
    writeFileSync(home.path('ready.99'), 'x');
    writeFileSync(home.path('port'), 'x');
    writeFileSync(home.path('ready'), 'x');
    writeFileSync(home.path('token'), 'old', { mode: 0o600 });
    mkdirSync(home.path('tmp/sessions/aaaaaa'), { recursive: true });
    writeFileSync(home.path('link.sock'), 'not a socket');
    await assertTruth(home);
  });

  it('a socket behind which somebody answers is left alone, and the start says so', async () => {
    const home = makeHome();
    const other = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => other.listen(home.path('link.sock'), resolve));
    const { code, stderr } = await home.run('start');
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Another daemon answers'),
    });
    expect(existsSync(home.path('link.sock'))).toBe(true);
    await new Promise((resolve) => other.close(resolve));
  });
});

describe('a home has one owner', () => {
  it('its daemon puts a lock back that somebody removed', async () => {
    const home = makeHome();
    await home.run('start');
    const pid = home.pid();
    rmSync(home.path('daemon.lock'));
    await until('the lock is back', () => existsSync(home.path('daemon.lock')));
    expect(home.pid()).toBe(pid);
    expect(JSON.parse((await home.run('status')).stdout)).toMatchObject({ running: true, pid });
  });

  it('its daemon ends when another process owns the home, and takes none of its files away', async () => {
    const home = makeHome();
    await home.run('start');
    const pid = home.pid();
    const files = readdirSync(home.dir).sort();
    const lock = `${process.pid}\n${startTimeOf(process.pid)}\nother\n`;
    writeFileSync(home.path('daemon.lock'), lock);
    await until('it has ended', () => !isRunning(pid));
    expect(readdirSync(home.dir).sort()).toEqual(files);
    expect(readFileSync(home.path('daemon.lock'), 'utf8')).toBe(lock);
    // Or the end of this test would send us its signal.
    rmSync(home.path('daemon.lock'));
  });

  it('its daemon ends when the home is gone', async () => {
    const home = makeHome();
    await home.run('start');
    const pid = home.pid();
    rmSync(home.dir, { recursive: true });
    await until('it has ended', () => !isRunning(pid));
    mkdirSync(home.dir);
  });

  it('what a dead daemon left is removed, what a living one has is not', () => {
    const home = makeHome();
    const files = () => readdirSync(home.dir).sort();
    for (const name of ['token', 'port', 'ready', 'link.sock']) writeFileSync(home.path(name), 'x');
    writeFileSync(home.path('daemon.lock'), `${process.pid}\n${startTimeOf(process.pid)}\nalive\n`);
    const all = files();
    removeRemains(homeAt(home.dir), { sessionsEnd: true });
    expect(files()).toEqual(all);
    writeFileSync(home.path('daemon.lock'), '4194000\n1\ndead\n');
    removeRemains(homeAt(home.dir), { sessionsEnd: true });
    expect(files()).toEqual(['config.json', 'link.sock']);
  });
});
