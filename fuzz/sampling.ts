import fc from 'fast-check';

/** The size of a batch: a failing case is found again by its seed and its number. */
const BATCH = 200;

export interface NumberedCase<T> {
  number: number;
  input: T;
}

/** The same seed gives the same cases in the same order. */
export function* sampleInBatches<T>(
  arbitrary: fc.Arbitrary<T>,
  seed: number,
  count: number,
): Generator<Array<NumberedCase<T>>> {
  for (let done = 0; done < count; done += BATCH) {
    const numRuns = Math.min(BATCH, count - done);
    const inputs = fc.sample(arbitrary, { seed: (seed + done * 7919) | 0, numRuns });
    yield inputs.map((input, index) => ({ number: done + index, input }));
  }
}

/** Runs a few at a time. */
export async function runAll<T>(items: T[], width: number, run: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next);
  };
  await Promise.all(Array.from({ length: width }, work));
}

/** A broken promise of the product, with everything needed to reproduce it. */
export class Violation extends Error {
  constructor(what: string, given: unknown) {
    super(`${what}\n${describe(given)}`);
  }
}

function describe(given: unknown): string {
  const text = JSON.stringify(given, (_key, value) =>
    value?.type === 'Buffer' ? `base64:${Buffer.from(value.data).toString('base64')}` : value,
  );
  return (text ?? String(given)).slice(0, 6_000);
}

export function within<T>(promise: Promise<T>, limitMs: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: nothing after ${limitMs} ms`)), limitMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
