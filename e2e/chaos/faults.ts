import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Arena } from './arena.ts';
import type { Driver } from './driver.ts';
import type { FaultName } from './plan.ts';

export interface FaultInput {
  arena: Arena;
  driver: Driver;
  random: () => number;
  /** The number of this fault in the storm. */
  number: number;
  sleepMs: number;
}

/** Bytes of a message of two megabytes that have reached the link when it is killed. */
const CUT_AFTER_BYTES = 800_000;
const HALTED_MS = 5_000;
const DISK_FULL_MS = 2_000;

/** Resolves when the fault is over; recovery needs no help. */
type Fault = (input: FaultInput) => Promise<'struck' | 'left out'>;

export const FAULTS: Record<FaultName, Fault> = {
  'worker stopped': async ({ arena }) => {
    await arena.devtools.stopWorker();
    return 'struck';
  },
  'extension reloaded': async ({ arena }) => {
    await arena.devtools.reloadExtension();
    return 'struck';
  },
  'link killed': async ({ arena }) => {
    arena.signalLinks('SIGKILL');
    return 'struck';
  },
  'link halted for 5 s': async ({ arena }) => {
    const pids = arena.world.links().map(({ pid }) => pid);
    arena.signalLinks('SIGSTOP');
    await sleep(HALTED_MS);
    for (const pid of pids)
      if (arena.world.links().some((link) => link.pid === pid)) process.kill(pid, 'SIGCONT');
    return 'struck';
  },
  'daemon killed': async ({ arena }) => {
    arena.killDaemon();
    return 'struck';
  },
  'daemon restarted': async ({ arena }) => {
    const { code, stderr } = await arena.world.bproxy('service', 'restart');
    // A link that Chrome launched this moment starts the daemon as well.
    if (code !== 0 && !stderr.includes('already running')) throw new Error(`service restart: ${stderr}`);
    return 'struck';
  },
  'Chrome killed and restarted': async ({ arena }) => {
    await arena.killBrowser();
    await arena.startBrowser();
    return 'struck';
  },
  'tab closed': async ({ arena }) => {
    const [tab] = await arena.devtools.tabs(arena.effects.pages.url('/'));
    if (tab) await arena.devtools.closeTab(tab);
    return 'struck';
  },
  'command killed': async ({ arena, driver, random, number }) => {
    for (let tries = 1; ; tries += 1) {
      const asking = driver.askInProcess(`${number}-${tries}`);
      await sleep(random() * 500);
      const isKilled = arena.commands.killOne(random);
      await asking;
      if (isKilled) return 'struck';
    }
  },
  'message cut in the middle': async ({ arena, driver, number }) => {
    await driver.session();
    const links = arena.world.links().map(({ pid }) => ({ pid, before: bytesRead(pid) }));
    const asking = driver.askBig(number);
    let isAnswered = false;
    void asking.then(() => {
      isAnswered = true;
    });
    const isHalfThrough = () => links.some(({ pid, before }) => bytesRead(pid) - before > CUT_AFTER_BYTES);
    // The whole message passes in a few milliseconds.
    while (!isHalfThrough() && !isAnswered) await sleep(1);
    arena.signalLinks('SIGKILL');
    await asking;
    return 'struck';
  },
  'disk full': async ({ arena }) => {
    if (!arena.disk) return 'left out';
    arena.disk.fill();
    await sleep(DISK_FULL_MS);
    arena.disk.free();
    return 'struck';
  },
  'disk full, daemon killed': async ({ arena }) => {
    if (!arena.disk) return 'left out';
    arena.disk.fill();
    arena.killDaemon();
    await sleep(DISK_FULL_MS);
    arena.disk.free();
    return 'struck';
  },
  'all asleep': async ({ arena, sleepMs }) => {
    arena.signalAll('SIGSTOP');
    await sleep(sleepMs);
    arena.signalAll('SIGCONT');
    return 'struck';
  },
};

function bytesRead(pid: number | undefined): number {
  try {
    return Number(/^rchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
  } catch {
    return Number.NaN;
  }
}
