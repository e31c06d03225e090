import type { PartPlace, ToDaemonMessage, ToExtensionMessage } from '@bproxy/shared';

interface Parts {
  isConnected(): boolean;
  send(message: ToDaemonMessage): void;
}

/** Passes parts of files from the daemon to the page that asks for them. It keeps none. */
export class FileParts {
  readonly #parts: Parts;
  readonly #waiting = new Map<string, (data: string | null) => void>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Null if the part will not come. */
  ask(place: PartPlace): Promise<string | null> {
    if (!this.#parts.isConnected()) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#waiting.set(keyOf(place), resolve);
      this.#parts.send({ type: 'part-wanted', ...place });
    });
  }

  came({ data, ...place }: Extract<ToExtensionMessage, { type: 'part' }>): void {
    const key = keyOf(place);
    this.#waiting.get(key)?.(data);
    this.#waiting.delete(key);
  }

  /** The connection is gone. What was asked for is not asked for again: the next daemon does not have it. */
  lost(): void {
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
  }
}

function keyOf({ id, file, from }: PartPlace): string {
  return `${file} ${from} ${id}`;
}
