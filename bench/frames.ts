import { until } from '../e2e/harness/world.ts';
import type { Stage } from './stage.ts';
import type { Timings } from './statistics.ts';

const FRAMES = 20;
const CALLS = 4;

export const WITH_FRAMES = 'bproxy frames snapshot';
export const ONE_BY_ONE = 'bproxy frames one by one';

/** A page with twenty frames of another site. Each is a page of its own that is as long as what frames mostly hold. */
export function framePages(page: string): Record<string, string> {
  const frames = '<iframe width="400" height="120"></iframe>'.repeat(FRAMES);
  const script = `for (const frame of document.querySelectorAll('iframe'))
    frame.src = 'http://localhost:' + location.port + '/in-frame';`;
  return {
    '/in-frame': page,
    '/frames': `<!doctype html><title>Frames</title><h1>Frames</h1>${frames}<script>${script}</script>`,
  };
}

/** One read of them all, and each of the same documents read alone. The two take turns. */
export async function framesRound({ product, pages }: Stage, timings: Timings): Promise<void> {
  await product.call('navigate', { url: pages.url('/frames') });
  const named = async () =>
    (await product.call('outline', {})).frames?.flatMap(({ frame }) => frame ?? []) ?? [];
  let names = await named();
  await until('all frames have loaded', async () => {
    names = await named();
    const { tree } = await product.call('snapshot', {});
    return names.length === FRAMES && !tree.includes('unread');
  });
  for (let call = 0; call < CALLS; call += 1) {
    await timings.time(WITH_FRAMES, () => product.call('snapshot', {}));
    await timings.time(ONE_BY_ONE, async () => {
      await product.call('snapshot', { frames: 'top' });
      for (const frame of names) await product.call('snapshot', { frame, frames: 'top' });
    });
  }
}
