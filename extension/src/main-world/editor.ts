/** The text to write. */
export interface NewText {
  value: string;
  lines: string[];
}

/** Characters of what `read` gives, and the text to put in their place. */
export interface Splice {
  from: number;
  to: number;
  text: string;
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
  /** Keeps everything else as it is, with its formats. The places come in order and do not overlap. */
  splice(parts: Splice[]): void;
  /** Of an editor that draws its text itself, so that no selection of the page can reach it. */
  selection?: { put(from: number, to: number): void; read(): string };
}

/** Where a character is in lines that are counted from 0. */
export function lineAndColumn(text: string, offset: number): { row: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { row: before.length - 1, column: before.at(-1)?.length ?? 0 };
}

/** TypeScript's types of the page do not have it. */
declare const scheduler: { postTask(task: () => void): Promise<void> };

/** In a background tab timers fire once a second, but tasks without a delay run at once: there, it counts tasks. */
export async function pause(ms: number): Promise<void> {
  if (document.visibilityState === 'visible') return new Promise((resolve) => setTimeout(resolve, ms));
  const until = performance.now() + ms;
  while (performance.now() < until) await scheduler.postTask(() => {});
}
