import { describe, expect, it } from 'vitest';
import { stayIdle } from './soak/idle.ts';
import { reconnect } from './soak/reconnects.ts';

/** The short form of `pnpm soak`. The two tests are independent and run at the same time. */
describe.concurrent('the chain', () => {
  it('keeps worker and link alive longer than Chrome lets an idle worker live', async () => {
    expect(await stayIdle(35)).toMatchObject({ idleSeconds: 35 });
  });

  it('leaks nothing when links connect and disconnect', async () => {
    const { before, after } = await reconnect(50);
    expect(after.fds).toBeLessThanOrEqual(before.fds);
  });
});
