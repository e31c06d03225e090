import { isAnnouncement } from '../content-messages.ts';

const MOST_REMEMBERED = 500;

/** Which requests have begun to act in their page: if the page dies now, they have happened. */
export class Announcements {
  readonly #ids = new Set<string>();
  readonly #waiting = new Map<string, () => void>();

  register(): void {
    chrome.runtime.onMessage.addListener((message: unknown, sender) => {
      if (sender.id === chrome.runtime.id && sender.tab && isAnnouncement(message)) this.add(message.id);
      return false;
    });
  }

  add(id: string): void {
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > MOST_REMEMBERED && oldest !== undefined) this.#ids.delete(oldest);
    this.#waiting.get(id)?.();
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Resolves when the request begins to act; never, if it does not. */
  of(id: string): Promise<void> {
    if (this.#ids.has(id)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
    });
  }

  forget(id: string): void {
    this.#ids.delete(id);
    this.#waiting.delete(id);
  }
}
