import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseHome } from '../../home/home.ts';
import { openLog } from './log-files.ts';

const DAY_MS = 24 * 60 * 60_000;
const NOON = Date.UTC(2026, 4, 1, 12);

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'bproxy-log-'));
  mkdirSync(join(dir, 'logs'));
});

afterEach(() => rmSync(dir, { recursive: true }));

function eventsOf(day: string): string[] {
  const lines = readFileSync(join(dir, 'logs', `${day}.log`), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line).event);
}

test('lines are in the file, in order, when the turn is over', async () => {
  const log = openLog(chooseHome(dir, {}), 'info', () => NOON);
  log('first');
  log.debug('left_out', () => ({}));
  log.warn('second');
  await nextTurn();
  await nextTurn();
  expect(eventsOf('2026-05-01')).toEqual(['first', 'second']);
});

test('each day has a file, whichever way the clock moves, and two weeks of files are kept', async () => {
  for (let day = 1; day <= 20; day++)
    writeFileSync(join(dir, 'logs', `2026-03-${String(day).padStart(2, '0')}.log`), '');
  let now = NOON;
  const log = openLog(chooseHome(dir, {}), 'info', () => now);
  log('today');
  now += DAY_MS;
  log('tomorrow');
  now -= DAY_MS;
  log('today_again');
  await nextTurn();
  await nextTurn();
  expect(eventsOf('2026-05-01')).toEqual(['today', 'today_again']);
  expect(eventsOf('2026-05-02')).toEqual(['tomorrow']);
  expect(readdirSync(join(dir, 'logs'))).toHaveLength(14);
});
