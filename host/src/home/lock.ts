import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { codeOf } from '@bproxy/shared';
import { type Home, isMissing } from './home.ts';
import { isSameProcess } from './process-identity.ts';

/** The daemon that owns a home. */
export interface LockHolder {
  pid: number;
  startTime: string;
  id: string;
}

const MAX_TRIES = 20;

export function readLock(home: Home): LockHolder | undefined {
  return readHolder(home.lock);
}

/** The daemon of this home, if it is alive. The files of a dead one are ignored. */
export function livingHolder(home: Home): LockHolder | undefined {
  const holder = readLock(home);
  return holder && isSameProcess(holder.pid, holder.startTime) ? holder : undefined;
}

/**
 * Makes `holder` the only daemon of this home, or returns the living daemon that was first. The content is complete
 * before the file becomes visible, so a kill at any moment leaves no empty lock.
 */
export function claimLock(home: Home, holder: LockHolder): LockHolder | undefined {
  const draft = `${home.lock}.${holder.id}`;
  try {
    writeFileSync(draft, `${holder.pid}\n${holder.startTime}\n${holder.id}\n`, { mode: 0o600 });
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      if (tryLink(draft, home.lock)) return undefined;
      const found = readLock(home);
      if (found && isSameProcess(found.pid, found.startTime)) return found;
      reap(home, found, holder.id);
    }
    throw new Error(`The lock ${home.lock} could not be taken. Remove it if no bproxy daemon runs.`);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * For the daemon that claimed the home: true as long as it still owns it. If the lock was removed, the daemon takes it
 * again. If another living process holds the lock, or the home is gone, the daemon must stop.
 */
export function stillHolds(home: Home, holder: LockHolder): boolean {
  try {
    return readLock(home)?.id === holder.id || claimLock(home, holder) === undefined;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Releases the lock, unless another daemon holds it by now. */
export function releaseLock(home: Home, id: string): void {
  if (readLock(home)?.id === id) rmSync(home.lock, { force: true });
}

/** Removes the dead holder's file. If another starter has replaced it meanwhile, the file is put back. */
function reap(home: Home, judged: LockHolder | undefined, id: string): void {
  const aside = `${home.lock}.${id}.stale`;
  try {
    renameSync(home.lock, aside);
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  if (readHolder(aside)?.id !== judged?.id) tryLink(aside, home.lock);
  unlinkSync(aside);
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Whether the file is a living process's claim that is about to become the lock. */
export function livingDraft(path: string): boolean {
  const holder = readHolder(path);
  return holder !== undefined && isSameProcess(holder.pid, holder.startTime);
}

function readHolder(path: string): LockHolder | undefined {
  try {
    const [pidText = '', startTime = '', id = ''] = readFileSync(path, 'utf8').split('\n');
    const pid = Number(pidText);
    return Number.isInteger(pid) && pid > 0 ? { pid, startTime, id } : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
