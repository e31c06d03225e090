import { describe, expect, it } from 'vitest';
import { fakeContext, parsed } from '../testing/fake-context.ts';
import { actedUntil, paceWithin, waitForSlot } from './pacing.ts';

const never = () => new AbortController().signal;

function setUp() {
  const fake = fakeContext();
  const session = fake.context.sessions.create(undefined, null);
  const click = (deadline?: number, signal = never) =>
    waitForSlot(
      parsed('click', { target: { selector: 'a' } }, deadline === undefined ? {} : { deadline }),
      session,
      'work',
      fake.context,
      signal,
    );
  return { ...fake, session, click };
}

describe('pacing', () => {
  it('lets the first action of a kind run at once, and makes the next one wait for its slot', async () => {
    const { click, slept, logged } = setUp();
    await click();
    expect(slept).toEqual([]);
    await click();
    // Halfway between 500 and 2000, as the fake random source returns.
    expect(slept).toEqual([1250]);
    expect(logged).toContainEqual({ event: 'pacing_wait', id: 'r1', delay_ms: 1250 });
  });

  it('neither waits for a clock that was set back nor hurries for one that was set forward', async () => {
    const { click, slept, context } = setUp();
    const { now, steady } = context.clock;
    for (const jump of [-3_600_000, 3_600_000]) {
      context.clock = { ...context.clock, now: () => now() + jump, steady };
      await click(now() + jump + 30_000);
    }
    expect(slept).toEqual([1250]);
  });

  it('counts the time that has already passed', async () => {
    const { click, slept, advance } = setUp();
    await click();
    advance(1_000);
    await click();
    expect(slept).toEqual([250]);
    advance(5_000);
    await click();
    expect(slept).toEqual([250]);
  });

  it('gives two simultaneous requests two slots', async () => {
    const { click, slept } = setUp();
    await click();
    await Promise.all([click(), click()]);
    expect(slept).toEqual([1250, 2500]);
  });

  it('has a clock for each kind and none for reads, and uses the mode of the session', async () => {
    const { context, session, click, slept } = setUp();
    await click();
    await waitForSlot(parsed('navigate', { url: 'http://x' }), session, 'work', context, never);
    await waitForSlot(parsed('text', {}), session, 'work', context, never);
    await waitForSlot(parsed('text', {}), session, 'work', context, never);
    expect(slept).toEqual([]);
    session.pacing = 'fast';
    await click();
    expect(slept).toEqual([250]);
  });

  it('paces select as an interaction and tab.open as a navigation', async () => {
    const { context, session, slept } = setUp();
    const select = parsed('select', { trigger: { selector: 'a' }, optionText: 'x' });
    await waitForSlot(select, session, 'work', context, never);
    await waitForSlot(select, session, 'work', context, never);
    await waitForSlot(parsed('tab.open', { url: 'http://x' }), session, 'work', context, never);
    await waitForSlot(parsed('tab.open', { url: 'http://x' }), session, 'work', context, never);
    expect(slept).toEqual([1250, 2750]);
  });

  it('answers at once, without taking the slot, when the wait would pass the deadline', async () => {
    const { click, slept, now } = setUp();
    await click();
    await expect(click(now() + 1_000)).rejects.toMatchObject({
      error: { code: 'RATE_LIMITED', details: { retryAfterMs: 1250, category: 'interaction' } },
    });
    await click();
    expect(slept).toEqual([1250]);
  });

  it('lets a request through that retries after the given delay', async () => {
    const { click, slept, now, advance, context } = setUp();
    const draws = [0.1, 0.9, 0.9, 0.9];
    context.clock.random = () => draws.shift() ?? 0.9;
    await click();
    const refused = () => click(now() + 100);
    // The pause is drawn once: retries neither shorten nor prolong the wait.
    for (let times = 0; times < 3; times += 1) {
      await expect(refused()).rejects.toMatchObject({ error: { details: { retryAfterMs: 650 } } });
    }
    advance(650);
    await click(now() + 100);
    expect(slept).toEqual([]);
  });

  it('has a clock for each session', async () => {
    const { context, click, slept } = setUp();
    await click();
    const other = context.sessions.create(undefined, null);
    await waitForSlot(parsed('click', { target: { selector: 'a' } }), other, 'work', context, never);
    expect(slept).toEqual([]);
  });
});

describe('a caller that leaves while it waits for its slot', () => {
  function waiting() {
    const fake = setUp();
    const sleeps: number[] = [];
    fake.context.clock.sleep = (ms, signal) =>
      new Promise((_resolve, reject) => {
        sleeps.push(ms);
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    const start = () => {
      const caller = new AbortController();
      const wait = fake.click(undefined, () => caller.signal);
      return async () => {
        caller.abort(new Error('gone'));
        await expect(wait).rejects.toThrow('gone');
      };
    };
    return { ...fake, sleeps, start };
  }

  it('gives the slot back to the next one', async () => {
    const { click, start, sleeps } = waiting();
    await click();
    const leave = start();
    await leave();
    start();
    expect(sleeps).toEqual([1250, 1250]);
  });

  it('changes nothing for the callers that wait behind it', async () => {
    const { click, start, sleeps } = waiting();
    await click();
    const leave = start();
    start();
    await leave();
    start();
    expect(sleeps).toEqual([1250, 2500, 3750]);
  });
});

describe('a form', () => {
  const field = { target: { selector: 'a' }, value: '', method: 'direct', world: 'isolated' } as const;
  const form = parsed('fill-form', { fields: [field, field] });

  it('keeps the pace of the session between its fields; a single field has no pause', () => {
    const { session, context } = setUp();
    expect(paceWithin(form, session, context.pacing)).toEqual({ min: 500, max: 2000 });
    session.pacing = 'fast';
    expect(paceWithin(form, session, context.pacing)).toEqual({ min: 100, max: 400 });
    expect(paceWithin(parsed('fill', field), session, context.pacing)).toBe(undefined);
  });

  it('counts as an action until its last field', async () => {
    const { session, context, slept, advance, now } = setUp();
    await waitForSlot(form, session, 'work', context, never);
    advance(10_000);
    actedUntil(now(), form, session);
    await waitForSlot(parsed('fill', field), session, 'work', context, never);
    expect(slept).toEqual([1250]);
  });
});

describe('the first tab of a session', () => {
  const open = parsed('tab.open', { url: 'http://x' });

  it('is opened at the pace of its browser, even if the session was created for it', async () => {
    const { context, slept } = fakeContext();
    await waitForSlot(open, null, 'work', context, never);
    await waitForSlot(open, null, 'work', context, never);
    await waitForSlot(open, context.sessions.create(undefined, null), 'work', context, never);
    expect(slept).toEqual([2750, 2750]);
    await waitForSlot(open, null, 'home', context, never);
    expect(slept).toHaveLength(2);
  });

  it('is refused with the delay if its turn would come after the deadline', async () => {
    const { context, now } = fakeContext();
    await waitForSlot(open, null, 'work', context, never);
    await expect(
      waitForSlot({ ...open, deadline: now() + 100 }, null, 'work', context, never),
    ).rejects.toMatchObject({ error: { code: 'RATE_LIMITED', details: { retryAfterMs: 2750 } } });
  });
});
