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

/** The daemon of this home, if it lives. Files of a dead one count for nothing. */
export function livingHolder(home: Home): LockHolder | undefined {
  const holder = readLock(home);
  return holder && isSameProcess(holder.pid, holder.startTime) ? holder : undefined;
}

/**
 * Makes `holder` the one daemon of this home, or returns the living one that was there first. The
 * content is complete before the file becomes visible, so a kill at any moment leaves no empty lock.
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
 * For the daemon that has claimed it: true as long as the home is its own. A lock that somebody removed is
 * taken again; under that of another living process, or without the home, the daemon has no business here.
 */
export function stillHolds(home: Home, holder: LockHolder): boolean {
  try {
    return readLock(home)?.id === holder.id || claimLock(home, holder) === undefined;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Gives the lock back, unless it has become another daemon's. */
export function releaseLock(home: Home, id: string): void {
  if (readLock(home)?.id === id) rmSync(home.lock, { force: true });
}

/** Removes the dead holder's file. Another starter may have replaced it meanwhile: then it is put back. */
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

/** Whether the file is a living process's claim, on its way to become the lock. */
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
