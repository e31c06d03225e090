import { COUNTER } from './measure.ts';
import type { Stage } from './stage.ts';

const PAIRS = 100;

export interface Endurance {
  pairs: number;
  msPerPair: number;
  /** Reads that did not show the click before them. */
  wrong: number;
  msPerPairEmpty: number;
}

/** A click, then a read that must show it, a hundred times without a pause; then the same in the empty chain. */
export async function backToBack(stage: Stage): Promise<Endurance> {
  const { product, empty } = stage;
  await stage.show('small');
  const started = performance.now();
  let wrong = 0;
  for (let count = 1; count <= PAIRS; count += 1) {
    await product.call('click', { target: { selector: COUNTER } });
    const { text } = await product.call('text', { selector: '#counted' });
    if (text.trim() !== String(count)) wrong += 1;
  }
  const between = performance.now();
  for (let count = 1; count <= PAIRS; count += 1) {
    await empty.inPage('click', COUNTER);
    await empty.inPage('text');
  }
  const ended = performance.now();
  return {
    pairs: PAIRS,
    msPerPair: (between - started) / PAIRS,
    wrong,
    msPerPairEmpty: (ended - between) / PAIRS,
  };
}
