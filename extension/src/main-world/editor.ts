/** The text to write. */
export interface NewText {
  value: string;
  lines: string[];
}

/** An editor of the page, found by the file for its kind in `editors/`. */
export interface Editor {
  instance: unknown;
  host: Element;
  /** Whether a text field inside belongs to the editor itself. */
  ownsFields?: true;
  canWrite(): boolean;
  write(text: NewText): void;
  read(): string;
}

/** TypeScript's types of the page do not have it. */
declare const scheduler: { postTask(task: () => void): Promise<void> };

/** In a background tab timers fire once a second, but tasks without a delay run at once: there, it counts tasks. */
export async function pause(ms: number): Promise<void> {
  if (document.visibilityState === 'visible') return new Promise((resolve) => setTimeout(resolve, ms));
  const until = performance.now() + ms;
  while (performance.now() < until) await scheduler.postTask(() => {});
}
