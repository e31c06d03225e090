/** How long the daemon remembers why handles were lost, so that the error can say it. */
const REMEMBERED_MS = 600_000;
const MAX_REMEMBERED = 5_000;

/** evicted: there were too many handles in all, and no read had shown these for the longest time. */
export type Loss = 'expired' | 'evicted' | 'navigated' | 'asleep';

interface Lost {
  kind: string;
  number: number;
  cause: Loss;
  at: number;
}

/** Why handles were lost. */
export class LostHandles {
  /** By kind and number, the oldest first. */
  readonly #lost = new Map<string, Lost>();

  add(lost: Lost): void {
    const key = keyOf(lost.kind, lost.number);
    this.#lost.delete(key);
    this.#lost.set(key, lost);
    for (const oldest of this.#lost.keys()) {
      if (this.#lost.size <= MAX_REMEMBERED) break;
      this.#lost.delete(oldest);
    }
  }

  causeOf(kind: string, number: number, now: number): Loss | undefined {
    const lost = this.#lost.get(keyOf(kind, number));
    return lost && lost.at > now - REMEMBERED_MS ? lost.cause : undefined;
  }

  rename(renamed: (kind: string) => string): void {
    const all = [...this.#lost.values()];
    this.#lost.clear();
    for (const lost of all) this.add({ ...lost, kind: renamed(lost.kind) });
  }

  drop(matches: (kind: string) => boolean): void {
    for (const [key, { kind }] of this.#lost) if (matches(kind)) this.#lost.delete(key);
  }
}

function keyOf(kind: string, number: number): string {
  return `${kind}${number}`;
}
