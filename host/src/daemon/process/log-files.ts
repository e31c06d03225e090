import { appendFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import type { Home } from '../../home.ts';
import { onceLater } from '../once-later.ts';
import type { Log } from '../pipeline/context.ts';

const KEEP_DAYS = 14;
/** Of lines that cannot be written, a full disk: more are dropped. */
const MOST_UNWRITTEN_CHARS = 1024 * 1024;

/**
 * JSON lines in logs/YYYY-MM-DD.log, one file a day, two weeks of them. They are written when the daemon has nothing
 * else to do, a moment later: a request does not wait for its log.
 */
export function openLog(home: Home, level: 'debug' | 'info' | 'warn', now: () => number): Log {
  let day = dayFrom(now());
  let unwritten = '';
  // Not pino's own file, whose flush waits for the disk: some milliseconds in which no request is served.
  const flush = () => {
    try {
      appendFileSync(fileOf(home, day.name), unwritten, { mode: 0o600 });
      unwritten = '';
    } catch {
      // A full disk must not end the daemon: the lines are kept, and tried with the next ones.
    }
  };
  process.on('exit', flush);
  const flushSoon = onceLater(flush);
  const logger = pino(
    {
      level,
      base: null,
      formatters: { level: (label) => ({ level: label }) },
      timestamp: () => `,"ts":${now()}`,
    },
    {
      write(line) {
        if (unwritten.length < MOST_UNWRITTEN_CHARS) unwritten += line;
      },
    },
  );
  const turnPage = () => {
    const time = now();
    if (time >= day.start && time < day.end) return;
    flush();
    day = dayFrom(time);
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
