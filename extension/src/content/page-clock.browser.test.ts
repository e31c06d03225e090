import { afterEach, expect, test, vi } from 'vitest';
import * as own from './dom/own-properties.ts';
import { sleep, waitWith } from './page-clock.ts';

vi.mock('./dom/own-properties.ts', { spy: true });

afterEach(() => void vi.restoreAllMocks());

/** A worker that wakes the page when the test says so. */
function fakeWorker() {
  const asked: Array<{ ms: number; wake: () => void }> = [];
  const stop = waitWith((ms, wake) => void asked.push({ ms, wake }));
  return { asked, stop };
}

test('a visible page waits by its own timer', async () => {
  const { asked, stop } = fakeWorker();
  await sleep(5);
  expect(asked).toEqual([]);
  stop();
});

test('a hidden page waits for the worker, whose timers Chrome does not throttle', async () => {
  const { asked, stop } = fakeWorker();
  vi.mocked(own.hidden).mockReturnValue(true);
  let isOver = false;
  const waiting = sleep(5).then(() => {
    isOver = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([asked.map(({ ms }) => ms), isOver]).toEqual([[5], false]);
  asked[0]?.wake();
  await waiting;
  stop();
});

test('a hidden page whose worker is gone, or whose port has just closed, waits by its own timer', async () => {
  vi.mocked(own.hidden).mockReturnValue(true);
  const { asked, stop } = fakeWorker();
  stop();
  await sleep(5);
  const stopBroken = waitWith(() => {
    throw new Error('Attempting to use a disconnected port object');
  });
  await sleep(5);
  stopBroken();
  expect(asked).toEqual([]);
});
