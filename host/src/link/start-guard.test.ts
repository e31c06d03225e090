import { describe, expect, it } from 'vitest';
import { MAX_STARTS, START_WINDOW_MS, StartGuard } from './start-guard.ts';

describe('a daemon that keeps crashing', () => {
  it('is restarted three times a minute, and again when the minute is over', () => {
    const guard = new StartGuard();
    for (let at = 0; at < MAX_STARTS; at += 1) {
      expect(guard.mayStart(at)).toBe(true);
      guard.started(at);
    }
    expect(guard.isCrashLoop(MAX_STARTS)).toBe(true);
    expect(guard.mayStart(START_WINDOW_MS - 1)).toBe(false);
    expect(guard.mayStart(START_WINDOW_MS)).toBe(true);
    guard.started(START_WINDOW_MS);
    expect(guard.mayStart(START_WINDOW_MS)).toBe(false);
  });
});

describe('a daemon that cannot be started', () => {
  it('is retried for ever, with growing pauses of half a minute at most', () => {
    const guard = new StartGuard();
    const pauses: number[] = [];
    let now = 0;
    for (let tries = 0; tries < 20; tries += 1) {
      guard.failed(now);
      const from = now;
      while (!guard.mayStart(now)) now += 500;
      pauses.push(now - from);
    }
    expect(pauses.slice(0, 6)).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(pauses.at(-1)).toBe(30_000);
    expect(guard.isFailing).toBe(true);
    guard.started(now);
    expect(guard.isFailing).toBe(false);
    expect(guard.isCrashLoop(now)).toBe(false);
  });
});
