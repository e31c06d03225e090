import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { strict } from '../../testing/fake-chrome.ts';
import { isWakeAlarm, keepAlarms } from './wake-alarms.ts';

interface FakeAlarm {
  name: string;
  periodInMinutes: number;
}

let alarms: Map<string, FakeAlarm>;
let created: Array<{ name: string; delayInMinutes: number }>;

beforeEach(() => {
  [alarms, created] = [new Map(), []];
  const api = strict('chrome.alarms', {
    getAll: async () => [...alarms.values()],
    clear: async (name: string) => alarms.delete(name),
    create: async (name: string, given: { delayInMinutes: number; periodInMinutes: number }) => {
      alarms.set(name, { name, periodInMinutes: given.periodInMinutes });
      created.push({ name, delayInMinutes: given.delayInMinutes });
    },
  });
  vi.stubGlobal('chrome', strict('chrome', { alarms: api }));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('six alarms of half a minute fire five seconds apart', async () => {
  await keepAlarms({ count: 6, minutes: 0.5 });
  const seconds = created.map(({ delayInMinutes }) => Math.round(delayInMinutes * 60));
  expect(seconds).toEqual([30, 35, 40, 45, 50, 55]);
  expect([...alarms.values()].every((alarm) => alarm.periodInMinutes === 0.5 && isWakeAlarm(alarm))).toBe(
    true,
  );
});

test('existing alarms are kept, because a new one would start its time again', async () => {
  await keepAlarms({ count: 6, minutes: 0.5 });
  created = [];
  await keepAlarms({ count: 6, minutes: 0.5 });
  expect(created).toEqual([]);
});

test('another plan replaces them, and of two simultaneous plans the last one wins', async () => {
  await Promise.all([keepAlarms({ count: 6, minutes: 0.5 }), keepAlarms({ count: 1, minutes: 1 })]);
  expect([...alarms.values()]).toEqual([{ name: 'connection-0', periodInMinutes: 1 }]);
});
