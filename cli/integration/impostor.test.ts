import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { isRunning } from '../../host/src/home/process-identity.ts';
import { buildCli, runCli } from './cli-process.ts';

const SECRET = 'a-value-that-only-the-daemon-may-see';

let home: string;
let heard: string;
let impostor: Server | undefined;
const sockets = new Set<Socket>();

beforeAll(buildCli);
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'bproxy-impostor-'));
  heard = '';
});
afterEach(async () => {
  await runCli(['service', 'stop'], env());
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => (impostor ? impostor.close(resolve) : resolve(undefined)));
  rmSync(home, { recursive: true });
});

const env = () => ({ BPROXY_HOME: home });
const read = (name: string) => readFileSync(join(home, name), 'utf8').trim();
const create = () => runCli(['session', 'create', '--label', SECRET, '--timeout', '5000'], env());
const status = () => runCli(['status', '--timeout', '5000'], env());

/** Listens as another user could, and records everything it receives. */
async function listen(port: number, answer: (socket: Socket, chunk: Buffer) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      answer(socket, chunk);
    });
  });
  impostor = server;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

function forge(socket: Socket): void {
  const body = JSON.stringify({ protocol_version: 1, id: '', ok: true, data: {}, page: {}, replay: false });
  socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
}

async function startDaemon(): Promise<{ pid: number; port: number }> {
  return JSON.parse((await runCli(['service', 'start'], env())).stdout);
}

async function crash(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function expectNothingGiven(token: string): Promise<void> {
  for (const ended of [await status(), await create()]) {
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/[Nn]othing was sent/);
    expect(ended.stderr).not.toContain(token);
  }
  expect(heard).not.toContain(token);
  expect(heard).not.toContain('Bearer');
  expect(heard).not.toContain(SECRET);
}

it('a program on the port of a crashed daemon receives nothing', async () => {
  const { pid, port } = await startDaemon();
  await crash(pid);
  await listen(port, forge);
  await expectNothingGiven(read('token'));
  expect(heard).toBe('');
});

it('a program behind a wrong port file gets neither token nor body, and its forged answer is not printed', async () => {
  await startDaemon();
  writeFileSync(join(home, 'port'), `${await listen(0, forge)}\n`);
  await expectNothingGiven(read('token'));
  expect(heard).toContain('/proof');
});

it('a relay to the real daemon cannot pass the proof on', async () => {
  const { port } = await startDaemon();
  const forwarded = new Map<Socket, Socket>();
  const relay = await listen(0, (socket, chunk) => {
    const daemon = forwarded.get(socket) ?? connect(port, '127.0.0.1');
    if (!forwarded.has(socket)) daemon.on('error', () => {}).pipe(socket);
    forwarded.set(socket, daemon);
    sockets.add(daemon);
    // The daemon accepts only a Host header with its own port.
    daemon.write(chunk.toString('latin1').replaceAll(`127.0.0.1:${relay}`, `127.0.0.1:${port}`), 'latin1');
  });
  writeFileSync(join(home, 'port'), `${relay}\n`);
  await expectNothingGiven(read('token'));
  expect(heard).toContain('/proof');
});

it('a program that never answers the proof question times out, and nothing was sent', async () => {
  await startDaemon();
  writeFileSync(join(home, 'port'), `${await listen(0, () => {})}\n`);
  const ended = await runCli(['status', '--timeout', '1000'], env());
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toMatch(/^Nothing was sent.*no answer came in time/);
  expect(heard).not.toContain(read('token'));
});

it('a new daemon removes the old port file before it writes its token, and is found on its own port', async () => {
  const { pid, port } = await startDaemon();
  await crash(pid);
  await listen(port, forge);
  const next = await startDaemon();
  expect(next.port).not.toBe(port);
  expect((await status()).code).toBe(0);
  expect(heard).toBe('');
});
