import { describe, expect, it } from 'vitest';
import { judge } from './chaos/judge.ts';
import { FAULT_NAMES, makePlan } from './chaos/plan.ts';
import { report } from './chaos/report.ts';
import { storm } from './chaos/storm.ts';

/** A seed where something wakes the stopped worker soon: its alarms first fire half a minute after the start. */
const SIZE = { seed: 5, requests: 32, faults: FAULT_NAMES.length };

describe('the plan of a storm', () => {
  it('is the same for the same seed and contains every fault', () => {
    const plan = makePlan(SIZE);
    expect(makePlan(SIZE)).toEqual(plan);
    expect(makePlan({ ...SIZE, seed: 8 })).not.toEqual(plan);
    expect(plan.strikes.map(({ fault }) => fault).sort()).toEqual([...FAULT_NAMES].sort());
    expect(new Set(plan.requests.map(({ id }) => id)).size).toBe(SIZE.requests);
  });
});

describe('a storm with each fault once', () => {
  it('breaks no promise: nothing is lost, nothing runs twice, everything recovers', async () => {
    const record = await storm({ ...SIZE, sleepMs: 3_000, retries: 12, tell: () => {} });
    const broken = judge(record);
    console.log(report(record, 'the short form of pnpm chaos', broken));
    expect(broken).toEqual([]);
    expect(record.struck).toHaveLength(FAULT_NAMES.length);
    // The disk faults need a disk of our own, which not every machine can mount.
    const leftOut = record.struck.filter(({ leftOut }) => leftOut).map(({ fault }) => fault);
    expect(leftOut.every((fault) => fault.startsWith('disk full'))).toBe(true);
    expect([...record.effects.values()].filter((count) => count === 1).length).toBeGreaterThan(5);
  }, 300_000);
});
