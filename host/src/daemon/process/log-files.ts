import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import type { Home } from '../../home.ts';
import { onceATurn } from '../once-a-turn.ts';
import type { Log } from '../pipeline/context.ts';

const KEEP_DAYS = 14;

/** Below what pino writes at once. */
const BUFFER_BYTES = 8 * 1024;
/** Of lines that cannot be written, a full disk: more are dropped. */
const MOST_UNWRITTEN_BYTES = 1024 * 1024;

/**
 * JSON lines in logs/YYYY-MM-DD.log, one file a day, two weeks of them. They are written when the daemon has nothing
 * else to do, a moment later: a request does not wait for its log.
 */
export function openLog(home: Home, level: 'debug' | 'info' | 'warn', now: () => number): Log {
  let day = dayFrom(now());
  const destination = pino.destination({
    dest: fileOf(home, day.name),
    sync: true,
    minLength: BUFFER_BYTES,
    maxLength: MOST_UNWRITTEN_BYTES,
    mkdir: true,
    mode: 0o600,
  });
  // A full disk must not end the daemon.
  destination.on('error', () => {});
  const flush = () => {
    try {
      destination.flushSync();
    } catch {
      // The lines stay in the buffer, and are tried with the next ones.
    }
  };
  process.on('exit', flush);
  const flushSoon = onceATurn(flush);
  const logger = pino(
    {
      level,
      base: null,
      formatters: { level: (label) => ({ level: label }) },
      timestamp: () => `,"ts":${now()}`,
    },
    destination,
  );
  const turnPage = () => {
    const time = now();
    if (time >= day.start && time < day.end) return;
    day = dayFrom(time);
    flush();
    destination.reopen(fileOf(home, day.name));
    removeOldLogs(home);
  };
  removeOldLogs(home);
  const write = (at: 'info' | 'debug' | 'warn', event: string, fields: Record<string, unknown> = {}) => {
    turnPage();
    logger[at]({ event, ...fields });
    flushSoon();
  };
  const log = (event: string, fields?: Record<string, unknown>) => write('info', event, fields);
  return Object.assign(log, {
    debug: (event: string, fields: () => Record<string, unknown>) => {
      if (level === 'debug') write('debug', event, fields());
    },
    warn: (event: string, fields?: Record<string, unknown>) => write('warn', event, fields),
  });
}

function removeOldLogs(home: Home): void {
  const days = readdirSync(home.logs).filter((name) => /^\d{4}-\d{2}-\d{2}\.log$/.test(name));
  for (const name of days.sort().slice(0, -KEEP_DAYS)) rmSync(join(home.logs, name), { force: true });
}

const DAY_MS = 24 * 60 * 60_000;

function dayFrom(time: number): { name: string; start: number; end: number } {
  const start = Math.floor(time / DAY_MS) * DAY_MS;
  return { name: new Date(start).toISOString().slice(0, 10), start, end: start + DAY_MS };
}

function fileOf(home: Home, day: string): string {
  return join(home.logs, `${day}.log`);
}
