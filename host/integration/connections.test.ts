import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BINARY, isRunning, TestHome, until } from './home.ts';

const OPEN_FILES = 256;

let home: TestHome;
beforeEach(() => {
  home = new TestHome();
});
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await home.remove();
});

function holdOpen(where: { port: number; host: string } | { path: string }): Promise<void> {
  const socket = connect(where);
  sockets.push(socket);
  return new Promise((resolve) => {
    for (const event of ['connect', 'error', 'close']) socket.on(event, () => resolve());
  });
}

it('a daemon with few descriptors outlives more idle connections than it has, logs them, and answers', async () => {
  const command = 'ulimit -n "$1"; exec "$2" "$3" daemon --home "$4"';
  const words = ['-c', command, 'sh', String(OPEN_FILES), process.execPath, BINARY, home.dir];
  const daemon = spawn('sh', words, { stdio: 'ignore' });
  await until('it is ready', () => existsSync(home.path('ready')));
  const pid = home.pid();
  const limits = readFileSync(`/proc/${pid}/limits`, 'utf8');
  expect(limits).toMatch(/^Max open files +256 /m);
  const port = JSON.parse((await home.run('status')).stdout).port;
  for (let turn = 0; turn < 3 * OPEN_FILES; turn += 1) {
    await holdOpen({ port, host: '127.0.0.1' });
    await holdOpen({ path: home.path('link.sock') });
  }
  expect((await home.ask('debug.status', {})).status).toBe(200);
  // The check of the lock comes every second; a removed lock shows that it still works.
  rmSync(home.path('daemon.lock'));
  await until('the lock is back', () => existsSync(home.path('daemon.lock')));
  expect(isRunning(pid)).toBe(true);
  expect((await home.ask('debug.status', {})).status).toBe(200);
  const events = (await home.fullLog()).map(({ event }) => event);
  expect(events).toContain('connection_dropped');
  // Hundreds were refused, in a few seconds: a line a second says how many.
  const refused = (await home.fullLog()).filter(({ event }) => event === 'link_refused');
  expect(refused.length).toBeGreaterThan(0);
  for (const [index, { ts }] of refused.slice(1).entries())
    expect(Number(ts) - Number(refused[index]?.['ts'])).toBeGreaterThanOrEqual(1_000);
  expect(events).not.toContain('crash');
  expect(daemon.exitCode).toBeNull();
}, 60_000);

it('a daemon without a free descriptor keeps its lock, goes on, and says so when it can write again', async () => {
  const { pid } = JSON.parse((await home.run('start')).stdout);
  const limit = (files: string) => spawnSync('prlimit', ['--pid', String(pid), `--nofile=${files}`]).status;
  let unreadable: Array<Record<string, unknown>> = [];
  for (let turn = 0; turn < 10 && unreadable.length === 0; turn += 1) {
    // The soft limit alone, so that it can be raised again: nothing can be opened, not even the lock.
    expect(limit('3:')).toBe(0);
    // A look at the lock comes every second; what it found is written down when that is possible again.
    await sleep(1_500);
    expect(limit('1024:')).toBe(0);
    unreadable = (await home.fullLog()).filter(({ event }) => event === 'lock_unreadable');
  }
  expect(unreadable[0]).toMatchObject({ level: 'warn', code: 'EMFILE' });
  expect(isRunning(pid)).toBe(true);
  expect(home.pid()).toBe(pid);
  expect((await home.fullLog()).map(({ event }) => event)).not.toContain('home_lost');
}, 60_000);
