import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '@bproxy/shared';
import { isTidying, removeRemains } from '../home/daemon-files.ts';
import type { Home } from '../home/home.ts';
import { type LockHolder, livingHolder, readLock } from '../home/lock.ts';
import { isSameProcess } from '../home/process-identity.ts';
import { attach } from '../link/attach.ts';
import { LOOK_AT_DAEMON_MS, STOP_LIMITS_MS } from '../start-and-stop-times.ts';
import { VERSION } from '../version.ts';
import { RESTART_REQUEST, STOP_REQUEST } from '../wire/handshake.ts';

/**
 * Stops the daemon of this home, and its sessions unless they should continue. Reports success only when it is gone.
 */
export async function stop(home: Home, { sessionsEnd } = { sessionsEnd: true }): Promise<{ running: false }> {
  const holder = livingHolder(home);
  if (!holder || isTidying(holder)) return { running: false };
  // An unresponsive daemon would end its sessions on SIGTERM; a crash keeps them.
  if (!(await asksToStop(home, sessionsEnd))) signal(holder, sessionsEnd ? 'SIGTERM' : 'SIGKILL');
  if (!(await gone(holder, STOP_LIMITS_MS.polite))) signal(holder, 'SIGKILL');
  if (await gone(holder, STOP_LIMITS_MS.killed)) {
    // A killed daemon, whoever killed it, has left its files.
    if (readLock(home)?.id === holder.id) removeRemains(home, { sessionsEnd });
    return { running: false };
  }
  throw new Error(`The daemon (pid ${holder.pid}) does not end. End that process yourself, then try again.`);
}

/** Uses the socket, because Windows has no signal that lets a process say goodbye. */
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
    await sleep(LOOK_AT_DAEMON_MS);
  }
  return true;
}

/** The pid may belong to another process by now: that process gets no signal. */
function signal(holder: LockHolder, name: NodeJS.Signals): void {
  if (!isSameProcess(holder.pid, holder.startTime)) return;
  try {
    process.kill(holder.pid, name);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}
