import { readFileSync } from 'node:fs';

/** For the log, the state, the lock and the files that Node itself opens. */
const RESERVE = 64;
/** The minimum that a system grants, for systems that do not report their limit. */
const USUAL_LIMIT = 256;
const MOST_HTTP = 1_000;
const MOST_LINKS = 400;

/**
 * How many files and sockets this process may have open at once. Node has already raised the limit as far as it can.
 */
export function openFilesLimit(): number {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(limit ?? USUAL_LIMIT);
  } catch {
    return USUAL_LIMIT;
  }
}

/** The connections that fit under the limit, minus a reserve: a process without a free descriptor cannot even log. */
export function connectionBudget(limit: number): { http: number; links: number } {
  const free = Math.max(20, limit - RESERVE);
  const links = Math.min(MOST_LINKS, Math.floor(free * 0.4));
  return { links, http: Math.min(MOST_HTTP, free - links) };
}
