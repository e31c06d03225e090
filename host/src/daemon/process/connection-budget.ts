import { readFileSync } from 'node:fs';

/** For the log, the state, the lock and what Node itself opens. */
const RESERVE = 64;
/** What a system gives at least, where it does not tell. */
const USUAL_LIMIT = 256;
const MOST_HTTP = 1_000;
const MOST_LINKS = 400;

/** How many files and sockets this process may have open at once. Node has raised it as far as it may. */
export function openFilesLimit(): number {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(limit ?? USUAL_LIMIT);
  } catch {
    return USUAL_LIMIT;
  }
}

/** The connections that fit under the limit, with a reserve: a process without a free descriptor cannot even log. */
export function connectionBudget(limit: number): { http: number; links: number } {
  const free = Math.max(20, limit - RESERVE);
  const links = Math.min(MOST_LINKS, Math.floor(free * 0.4));
  return { links, http: Math.min(MOST_HTTP, free - links) };
}
