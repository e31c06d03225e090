import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { HOME_FILES } from '@bproxy/shared';
import type { Home } from './home.ts';
import { claimLock, type LockHolder, livingDraft, readLock, releaseLock } from './lock.ts';
import { startTimeOf } from './process-identity.ts';

/** Marks a lock holder that is no daemon. */
const TIDYING = 'tidying-';

export function isTidying(holder: LockHolder): boolean {
  return holder.id.startsWith(TIDYING);
}

/**
 * Removes the files of a daemon, the lock last. Removes nothing if another daemon owns the home by now. A socket file
 * disappears with the server that listens on it; the next start removes a leftover one if nothing answers behind it.
 */
export function removeDaemonFiles(home: Home, id: string, options: { sessionsEnd: boolean }): void {
  if (readLock(home)?.id !== id) return;
  for (const path of [home.ready, home.port, home.token, home.pid, home.pipeName])
    rmSync(path, { force: true });
  if (options.sessionsEnd)
    for (const path of [home.state, home.tmp]) rmSync(path, { recursive: true, force: true });
  removeDrafts(home);
  releaseLock(home, id);
}

/** The same for a daemon that died. It holds a lock of its own, so no daemon can start while the files are removed. */
export function removeRemains(home: Home, options: { sessionsEnd: boolean }): void {
  const id = `${TIDYING}${randomUUID()}`;
  const holder = claimLock(home, { pid: process.pid, startTime: startTimeOf(process.pid), id });
  if (!holder) removeDaemonFiles(home, id, options);
}

/** Files that are first written under a temporary name with a number at its end. */
const DRAFTED = [HOME_FILES.port, HOME_FILES.ready, HOME_FILES.token, HOME_FILES.pid, HOME_FILES.state];

/** Removes temporary files whose writer was killed before renaming them. Only the owner of the lock may call this. */
export function removeDrafts(home: Home): void {
  for (const name of readdirSync(home.dir)) {
    const path = join(home.dir, name);
    const [, file, draft = ''] = /^(.+)\.(\d+)$/.exec(name) ?? [];
    const isOurs = draft !== '' && DRAFTED.some((known) => known === file);
    if (isOurs || (name.startsWith(`${HOME_FILES.lock}.`) && !livingDraft(path)))
      rmSync(path, { force: true });
  }
}
