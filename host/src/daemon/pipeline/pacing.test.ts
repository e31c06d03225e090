import { describe, expect, it } from 'vitest';
import { fakeContext, parsed } from '../testing/fake-context.ts';
import { waitForSlot } from './pacing.ts';

const never = new AbortController().signal;

function setUp() {
  const fake = fakeContext();
  const session = fake.context.sessions.create(undefined, null);
  const click = (deadline?: number) =>
    waitForSlot(
      parsed('click', { target: { selector: 'a' } }, deadline === undefined ? {} : { deadline }),
      session,
      fake.context,
      never,
    );
  return { ...fake, session, click };
}

describe('pacing', () => {
  it('lets the first action of a kind go at once, and the next wait for its slot', async () => {
    const { click, slept, logged } = setUp();
    await click();
    expect(slept).toEqual([]);
    await click();
    // Half way between 500 and 2000, as the fake's dice say.
    expect(slept).toEqual([1250]);
    expect(logged).toContainEqual({ event: 'pacing_wait', id: 'r1', delay_ms: 1250 });
  });

  it('counts the time that has passed anyway', async () => {
    const { click, slept, advance } = setUp();
    await click();
    advance(1_000);
    await click();
    expect(slept).toEqual([250]);
    advance(5_000);
    await click();
    expect(slept).toEqual([250]);
  });

  it('gives two requests at once two slots', async () => {
    const { click, slept } = setUp();
    await click();
    await Promise.all([click(), click()]);
    expect(slept).toEqual([1250, 2500]);
  });

  it('has a clock for each kind, none for reads, and follows the session', async () => {
    const { context, session, click, slept } = setUp();
    await click();
    await waitForSlot(parsed('navigate', { url: 'http://x' }), session, context, never);
    await waitForSlot(parsed('text', {}), session, context, never);
    await waitForSlot(parsed('text', {}), session, context, never);
    expect(slept).toEqual([]);
    session.pacing = 'fast';
    await click();
    expect(slept).toEqual([250]);
  });

  it('paces select as an interaction and tab.open as a navigation', async () => {
    const { context, session, slept } = setUp();
    const select = parsed('select', { trigger: { selector: 'a' }, optionText: 'x' });
    await waitForSlot(select, session, context, never);
    await waitForSlot(select, session, context, never);
    await waitForSlot(parsed('tab.open', { url: 'http://x' }), session, context, never);
    await waitForSlot(parsed('tab.open', { url: 'http://x' }), session, context, never);
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
});
