/** How long the daemon remembers why handles were lost, so that the error can say it. */
const REMEMBERED_MS = 600_000;
const MAX_REMEMBERED = 1_000;

/** evicted: there were too many handles in all, and these were the oldest. */
export type Loss = 'expired' | 'replaced' | 'evicted' | 'navigated' | 'asleep';

interface Lost {
  kind: string;
  /** From the first number (inclusive) to the second (exclusive). */
  first: number;
  end: number;
  cause: Loss;
  at: number;
}

/** Why handles were lost. */
export class LostHandles {
  /** Oldest first. */
  #lost: Lost[] = [];

  add(lost: Lost): void {
    this.#lost.push(lost);
    if (this.#lost.length > MAX_REMEMBERED) this.#lost.shift();
  }

  causeOf(kind: string, number: number, now: number): Loss | undefined {
    const since = now - REMEMBERED_MS;
    return this.#lost.find(
      (lost) => lost.kind.startsWith(kind) && number >= lost.first && number < lost.end && lost.at > since,
    )?.cause;
  }

  rename(renamed: (kind: string) => string): void {
    this.#lost = this.#lost.map((lost) => ({ ...lost, kind: renamed(lost.kind) }));
  }

  drop(matches: (kind: string) => boolean): void {
    this.#lost = this.#lost.filter(({ kind }) => !matches(kind));
  }
}
