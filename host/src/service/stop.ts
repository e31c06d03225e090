import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '@bproxy/shared';
import { isTidying, removeRemains } from '../home/daemon-files.ts';
import type { Home } from '../home/home.ts';
import { type LockHolder, livingHolder, readLock } from '../home/lock.ts';
import { isSameProcess } from '../home/process-identity.ts';
import { attach } from '../link/attach.ts';
import { VERSION } from '../version.ts';
import { RESTART_REQUEST, STOP_REQUEST } from '../wire/handshake.ts';

/** The daemon answers what is in flight, says goodbye to the browsers and removes its files. */
const POLITE_MS = 10_000;
const FORCED_MS = 5_000;
const POLL_MS = 25;

/** Ends the daemon of this home, and its sessions unless they are to go on. Reports success only when it is gone. */
export async function stop(home: Home, { sessionsEnd } = { sessionsEnd: true }): Promise<{ running: false }> {
  const holder = livingHolder(home);
  if (!holder || isTidying(holder)) return { running: false };
  // One that does not hear us would end its sessions at a SIGTERM; a crash keeps them.
  if (!(await asksToStop(home, sessionsEnd))) signal(holder, sessionsEnd ? 'SIGTERM' : 'SIGKILL');
  if (!(await gone(holder, POLITE_MS))) signal(holder, 'SIGKILL');
  if (await gone(holder, FORCED_MS)) {
    // One that was killed, by us or anybody, has left its files.
    if (readLock(home)?.id === holder.id) removeRemains(home, { sessionsEnd });
    return { running: false };
  }
  throw new Error(`The daemon (pid ${holder.pid}) does not end. End that process yourself, then try again.`);
}

/** Over the socket, because Windows has no signal that lets a process say goodbye. */
async function asksToStop(home: Home, sessionsEnd: boolean): Promise<boolean> {
  try {
    process.chdir(home.dir);
    const origin = sessionsEnd ? STOP_REQUEST : RESTART_REQUEST;
    const socket = await attach(home, { origin, browserRun: '', version: VERSION });
    socket.on('error', () => {}).destroy();
    return true;
  } catch {
    return false;
  }
}

async function gone(holder: LockHolder, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while (isSameProcess(holder.pid, holder.startTime)) {
    if (Date.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}

/** The pid may have been given to another process since: that one gets no signal. */
function signal(holder: LockHolder, name: NodeJS.Signals): void {
  if (!isSameProcess(holder.pid, holder.startTime)) return;
  try {
    process.kill(holder.pid, name);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}
