import type { DaemonRequestTrace } from '@bproxy/shared';

const CAPACITY = 200;

/** The last answered requests, for `debug last`. */
export class Traces {
  #entries: DaemonRequestTrace[] = [];

  add(entry: DaemonRequestTrace): void {
    this.#entries.push(entry);
    if (this.#entries.length > CAPACITY) this.#entries.shift();
  }

  last(count: number): DaemonRequestTrace[] {
    return this.#entries.slice(-count);
  }
}
