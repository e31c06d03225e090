import { beforeEach, expect, test } from 'vitest';
import { CaptureSlots } from './capture-slots.ts';

let now: number;
let sleepers: Array<{ at: number; wake: () => void }>;
let slots: CaptureSlots;

beforeEach(() => {
  now = 0;
  sleepers = [];
  slots = new CaptureSlots({
    now: () => now,
    sleep: (ms) => new Promise((wake) => sleepers.push({ at: now + ms, wake })),
  });
});

async function advanceTo(time: number): Promise<void> {
  now = time;
  for (const sleeper of sleepers.filter(({ at }) => at <= time)) sleeper.wake();
  sleepers = sleepers.filter(({ at }) => at > time);
  await new Promise((resolve) => setImmediate(resolve));
}

/** Takes this many slots at once and reports when each was granted. */
async function timesOf(count: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i += 1) void slots.take(60_000).then(() => times.push(now));
  for (let time = 0; time <= 10_000; time += 10) await advanceTo(time);
  return times;
}

test('no second contains more than two calls, and no call waits longer than it must', async () => {
  const times = await timesOf(10);
  expect(times).toHaveLength(10);
  for (const start of times) expect(times.filter((at) => at >= start && at < start + 1_000).length).toBe(2);
  expect(times.at(-1)).toBe(4 * 1_050);
});

test('a slot that would come too late is refused at once, and stays free for others', async () => {
  await slots.take(100);
  await slots.take(100);
  now = 40;
  expect(await slots.take(1_000)).toEqual({ waitMs: 1_010 });
  const patient = slots.take(1_010);
  await advanceTo(1_050);
  expect(await patient).toBeNull();
});

test('after a quiet second no call waits', async () => {
  await timesOf(2);
  expect(await slots.take(0)).toBeNull();
  expect(await slots.take(0)).toBeNull();
});

test('after a refusal the window has to pass', async () => {
  slots.refused();
  expect(await slots.take(1_000)).toEqual({ waitMs: 1_050 });
});
