import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import type { Home } from '../../home.ts';
import type { Log } from '../pipeline/context.ts';

const KEEP_DAYS = 14;

/** JSON lines in logs/YYYY-MM-DD.log, one file a day, two weeks of them. */
export function openLog(home: Home, level: 'debug' | 'info' | 'warn', now: () => number): Log {
  let day = dayOf(now());
  const destination = pino.destination({ dest: fileOf(home, day), sync: true, mkdir: true, mode: 0o600 });
  // A full disk must not end the daemon.
  destination.on('error', () => {});
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
    const today = dayOf(now());
    if (today === day) return;
    day = today;
    destination.reopen(fileOf(home, day));
    removeOldLogs(home);
  };
  removeOldLogs(home);
  const write = (at: 'info' | 'debug' | 'warn', event: string, fields: Record<string, unknown> = {}) => {
    turnPage();
    logger[at]({ event, ...fields });
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

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function fileOf(home: Home, day: string): string {
  return join(home.logs, `${day}.log`);
}
