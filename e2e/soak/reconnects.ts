import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { HOME_FILES } from '@bproxy/shared';
import { FakeChrome } from '../../host/integration/fake-chrome.ts';
import { TestHome, until } from '../../host/integration/home.ts';

const WIDTH = 3;
/** The first connections load code and grow the heap to its usual size. */
const WARM_UP = 15;
/** The heap varies; leaking the buffers of every connection would take many times this. */
const MOST_GROWTH_MIB = 40;

interface Holdings {
  fds: number;
  sockets: number;
  files: string[];
  rssMiB: number;
}

export interface ReconnectFigures {
  reconnects: number;
  before: Holdings;
  after: Holdings;
}

/** Links connect and disconnect, as with a browser whose worker keeps restarting; the daemon must stay the same. */
export async function reconnect(count: number): Promise<ReconnectFigures> {
  const home = new TestHome();
  try {
    const { pid } = JSON.parse((await home.run('start')).stdout);
    const idle = () => holdings(home, pid);
    await comeAndGo(home, WARM_UP);
    const before = await idle();
    await comeAndGo(home, count);
    const after = await idle();
    const grown = after.rssMiB - before.rssMiB;
    const leaks = [
      after.fds > before.fds && `${after.fds - before.fds} open files`,
      after.sockets > before.sockets && `${after.sockets - before.sockets} sockets`,
      after.files.join() !== before.files.join() && `files: ${after.files.join(', ')}`,
      grown > MOST_GROWTH_MIB && `${grown} MiB`,
      home.pid() !== pid && 'another daemon',
    ].filter(Boolean);
    if (leaks.length > 0) throw new Error(`leaked after ${count} reconnects: ${leaks.join('; ')}`);
    return { reconnects: count, before, after };
  } finally {
    await home.remove();
  }
}

async function comeAndGo(home: TestHome, count: number): Promise<void> {
  let left = count;
  const work = async () => {
    const instance = crypto.randomUUID();
    while (left > 0) {
      left -= 1;
      const chrome = new FakeChrome(home.dir, { hello: { instance } });
      try {
        await chrome.connect();
        chrome.closePort();
        const code = await chrome.exited;
        if (code !== 0) throw new Error(`a link ended with exit code ${code}`);
      } finally {
        await chrome.end();
      }
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, work));
}

async function holdings(home: TestHome, pid: number): Promise<Holdings> {
  await until('the daemon has seen the last link go', () => connections(home) === 0);
  await until('its state is written', () => !existsSync(`${home.dir}/${HOME_FILES.state}.0`));
  return {
    fds: readdirSync(`/proc/${pid}/fd`).length,
    sockets: connections(home),
    files: readdirSync(home.dir, { recursive: true, encoding: 'utf8' }).sort(),
    rssMiB: Math.round(
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    ),
  };
}

/** Accepted connections of the home's socket: the kernel lists them under the name that it was bound to. */
function connections(home: TestHome): number {
  const inodes = new Set(
    readdirSync(`/proc/${home.pid()}/fd`).map((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${home.pid()}/fd/${fd}`))?.[1];
      } catch {
        return undefined;
      }
    }),
  );
  const CONNECTED = '03';
  return readFileSync('/proc/net/unix', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, , , , , state, inode, path]) => state === CONNECTED && inodes.has(inode) && path === 'link.sock',
    ).length;
}
