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

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
