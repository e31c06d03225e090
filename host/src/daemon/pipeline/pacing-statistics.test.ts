import { PACING_PRESETS, type PacingCategory, type PacingMode } from '@bproxy/shared';
import type { ParsedRequest } from '@bproxy/shared/schemas';
import { describe, expect, it } from 'vitest';
import { fakeContext, parsed } from '../testing/fake-context.ts';
import { waitForSlot } from './pacing.ts';

const ROUNDS = 2_000;
const target = { selector: 'a' };
/** The pauses between two actions; those between the keys of one are kept in the page. */
type Between = Exclude<PacingCategory, 'keystroke'>;
const REQUESTS: Record<Between, ParsedRequest> = {
  navigate: parsed('navigate', { url: 'http://x' }, { deadline: 1e12 }),
  scroll: parsed('scroll', {}, { deadline: 1e12 }),
  interaction: parsed('click', { target }, { deadline: 1e12 }),
  fill: parsed('fill', { target, value: '', method: 'direct', world: 'isolated' }, { deadline: 1e12 }),
};

/** A small seeded generator (mulberry32), so that the test draws the same numbers every time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function pausesOf(mode: PacingMode, category: Between): Promise<number[]> {
  const { context, slept } = fakeContext();
  context.clock.random = seeded(42);
  const session = context.sessions.create(undefined, null);
  session.pacing = mode;
  for (let round = 0; round <= ROUNDS; round += 1) {
    await waitForSlot(REQUESTS[category], session, 'work', context, () => new AbortController().signal);
  }
  return slept;
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const spread = (values: number[]) => Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)));

const cases = (['human', 'fast'] as const).flatMap((mode) =>
  (['navigate', 'scroll', 'interaction', 'fill'] as const).map((category) => ({ mode, category })),
);

it('pacing has the presets of the specification', () => {
  expect(PACING_PRESETS).toEqual({
    human: {
      navigate: { min: 1500, max: 4000 },
      scroll: { min: 4000, max: 8000 },
      interaction: { min: 500, max: 2000 },
      fill: { min: 500, max: 2000 },
      keystroke: { min: 30, max: 120 },
    },
    fast: {
      navigate: { min: 300, max: 800 },
      scroll: { min: 500, max: 1500 },
      interaction: { min: 100, max: 400 },
      fill: { min: 100, max: 400 },
      keystroke: { min: 5, max: 20 },
    },
  });
});

describe.each(cases)('the pauses of $category, $mode', ({ mode, category }) => {
  it('are spread evenly over the whole range, with no rhythm', async () => {
    const pauses = await pausesOf(mode, category);
    const { min, max } = PACING_PRESETS[mode][category];
    const width = max - min;
    expect(pauses).toHaveLength(ROUNDS);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(min);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(max);
    expect(Math.min(...pauses)).toBeLessThan(min + width * 0.02);
    expect(Math.max(...pauses)).toBeGreaterThan(max - width * 0.02);
    expect(Math.abs(mean(pauses) - (min + max) / 2)).toBeLessThan(width * 0.03);
    expect(Math.abs(spread(pauses) - width / Math.sqrt(12))).toBeLessThan(width * 0.02);
    expect(new Set(pauses).size).toBeGreaterThan(Math.min(width, ROUNDS) * 0.5);
    const centred = pauses.map((pause) => pause - mean(pauses));
    const neighbours = mean(centred.slice(1).map((value, index) => value * (centred[index] ?? 0)));
    expect(Math.abs(neighbours / spread(pauses) ** 2)).toBeLessThan(0.08);
  });
});
