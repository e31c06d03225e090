export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** The minimum, which other work on the machine cannot lower. */
export function least(values: readonly number[]): number {
  return Math.min(...values);
}

/** Measured milliseconds, by name. */
export class Timings {
  readonly #values = new Map<string, number[]>();
  readonly #summary: (values: readonly number[]) => number;

  constructor(summary: (values: readonly number[]) => number = median) {
    this.#summary = summary;
  }

  add(name: string, ms: number): void {
    const values = this.#values.get(name);
    if (values) values.push(ms);
    else this.#values.set(name, [ms]);
  }

  async time<T>(name: string, work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const result = await work();
    this.add(name, performance.now() - started);
    return result;
  }

  /** The median, or another summary of these timings. */
  of(name: string): number | undefined {
    const values = this.#values.get(name);
    return values && this.#summary(values);
  }

  /** Both were measured in the same rounds, so other work on the machine affects both. */
  ratio(name: string, to: string): number {
    return (this.of(name) ?? Number.NaN) / (this.of(to) ?? Number.NaN);
  }
}
