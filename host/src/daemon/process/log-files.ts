import { appendFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { dayLog, type Home } from '../../home/home.ts';
import type { Log } from '../context.ts';
import { onceLater } from '../once-later.ts';

const KEEP_DAYS = 14;
/** The limit for lines that cannot be written, for example on a full disk. Further lines are dropped. */
const MOST_UNWRITTEN_CHARS = 1024 * 1024;

interface Line {
  at: 'info' | 'debug' | 'warn';
  time: number;
  event: string;
  fields: Record<string, unknown>;
}

/**
 * JSON lines in logs/YYYY-MM-DD.log: one file a day, kept for two weeks. Lines are formatted and written at the end of
 * the turn, so a request does not wait for its log.
 */
export function openLog(home: Home, level: 'debug' | 'info' | 'warn', now: () => number): Log {
  let day = dayFrom(now());
  let lines: Line[] = [];
  let unwritten = '';
  let time = 0;
  // Not pino's own file destination: its flush waits for the disk, and no request is served for some milliseconds.
  const logger = pino(
    {
      level,
      base: null,
      formatters: { level: (label) => ({ level: label }) },
      timestamp: () => `,"ts":${time}`,
    },
    {
      write(line) {
        if (unwritten.length < MOST_UNWRITTEN_CHARS) unwritten += line;
      },
    },
  );
  const append = () => {
    try {
      appendFileSync(dayLog(home, day.start), unwritten, { mode: 0o600 });
      unwritten = '';
    } catch {
      // A full disk must not stop the daemon: the lines are kept and retried with the next ones.
    }
  };
  const turnPage = () => {
    if (time >= day.start && time < day.end) return;
    append();
    day = dayFrom(time);
    removeOldLogs(home);
  };
  const flush = () => {
    const due = lines;
    lines = [];
    for (const line of due) {
      time = line.time;
      turnPage();
      logger[line.at]({ event: line.event, ...line.fields });
    }
    append();
  };
  removeOldLogs(home);
  process.on('exit', flush);
  const flushSoon = onceLater(flush);
  const write = (at: Line['at'], event: string, fields: Record<string, unknown> = {}) => {
    lines.push({ at, time: now(), event, fields });
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

function dayFrom(time: number): { start: number; end: number } {
  const start = Math.floor(time / DAY_MS) * DAY_MS;
  return { start, end: start + DAY_MS };
}
