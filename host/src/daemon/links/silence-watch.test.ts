import { describe, expect, it } from 'vitest';
import { LOOK_EVERY_MS, SilenceWatch } from './silence-watch.ts';

/** Looks at the intervals of the daemon's timer. Returns when the watch gave up. */
function lookFor(watch: SilenceWatch, from: number, ms: number): number | undefined {
  for (let now = from + LOOK_EVERY_MS; now <= from + ms; now += LOOK_EVERY_MS) {
    if (watch.isOver(now)) return now - from;
  }
  return undefined;
}

describe('a silent browser', () => {
  it('is given up after three missed pings, and not before', () => {
    expect(lookFor(new SilenceWatch(0), 0, 300_000)).toBe(75_000);
  });

  it('is kept as long as its pings come', () => {
    const watch = new SilenceWatch(0);
    for (let now = 0; now < 3_600_000; now += LOOK_EVERY_MS) {
      if (now % 60_000 === 0) watch.heard(now);
      expect(watch.isOver(now)).toBe(false);
    }
  });

  it.each([
    ['slept for an hour', 3_600_000],
    ['set its clock back by an hour', -3_600_000],
    ['set its clock by ten years', 10 * 365 * 86_400_000],
  ])('gets its whole time again when the machine %s', (_name, jump) => {
    const watch = new SilenceWatch(0);
    expect(lookFor(watch, 0, 60_000)).toBeUndefined();
    const awake = 60_000 + jump;
    expect(watch.isOver(awake)).toBe(false);
    expect(lookFor(watch, awake, 300_000)).toBe(75_000);
  });
});
