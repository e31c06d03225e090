import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DAEMON_FILES } from '@bproxy/shared';
import type { Home } from './home.ts';
import { claimLock, type LockHolder, livingDraft, readLock, releaseLock } from './lock.ts';
import { startTimeOf } from './process-identity.ts';
import { PIPE_NAME_FILE } from './socket-address.ts';

/** Names a holder of the lock that is no daemon. */
const TIDYING = 'tidying-';

export function isTidying(holder: LockHolder): boolean {
  return holder.id.startsWith(TIDYING);
}

/**
 * Removes what a daemon left, the lock last; nothing if another daemon owns the home by now. A socket goes
 * with the server that listens on it; one that was left is removed by the next start, if nobody answers.
 */
export function removeDaemonFiles(home: Home, id: string, options: { sessionsEnd: boolean }): void {
  if (readLock(home)?.id !== id) return;
  const pipeName = join(home.dir, PIPE_NAME_FILE);
  for (const path of [home.ready, home.port, home.token, home.pid, pipeName]) rmSync(path, { force: true });
  if (options.sessionsEnd)
    for (const path of [home.state, home.tmp]) rmSync(path, { recursive: true, force: true });
  removeDrafts(home);
  releaseLock(home, id);
}

/** The same for a daemon that died. Under a lock of our own: none may start while its files are removed. */
export function removeRemains(home: Home, options: { sessionsEnd: boolean }): void {
  const id = `${TIDYING}${randomUUID()}`;
  const holder = claimLock(home, { pid: process.pid, startTime: startTimeOf(process.pid), id });
  if (!holder) removeDaemonFiles(home, id, options);
}

/** Files that were about to get their names when their writer was killed. For the owner of the lock only. */
export function removeDrafts(home: Home): void {
  for (const name of readdirSync(home.dir)) {
    const path = join(home.dir, name);
    const isOurs = /^(?:port|ready|token|bproxy\.pid|state\.json)\.\d+$/.test(name);
    if (isOurs || (name.startsWith(`${DAEMON_FILES.lock}.`) && !livingDraft(path)))
      rmSync(path, { force: true });
  }
}
