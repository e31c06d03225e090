import { expect, it } from 'vitest';
import { fakeContext } from '../testing/fake-context.ts';
import { Refusals } from './refusals.ts';

it('a page that sends requests all the time does not fill the disk', () => {
  const { context, logged, advance, now } = fakeContext();
  const refusals = new Refusals(context.log, now);
  for (let turn = 0; turn < 5_000; turn += 1) refusals.note({ layer: 'origin' });
  advance(1_000);
  refusals.note({ layer: 'token' });
  advance(-3_600_000);
  refusals.note({ layer: 'token' });
  expect(logged).toEqual([
    { event: 'unauthorized', layer: 'origin' },
    { event: 'unauthorized', layer: 'token', more: 4_999 },
    { event: 'unauthorized', layer: 'token' },
  ]);
});
