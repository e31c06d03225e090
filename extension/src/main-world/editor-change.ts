import { type Editor, withPlainEnds } from './editor.ts';

/** Without any of them, the new text replaces all of the old. */
export interface EditorChange {
  /** The new text goes there, and the old one stays. */
  edge?: 'start' | 'end';
}

interface Planned {
  write(): void;
  /** What the editor should hold in the end. */
  expected: string;
}

/** What is to be done. */
export function changeIn(editor: Editor, value: string, { edge }: EditorChange): Planned {
  const text = withPlainEnds(value);
  if (!edge) return { write: () => editor.write({ value, lines: text.split('\n') }), expected: value };
  const held = editor.read();
  const at = edge === 'start' ? 0 : held.length;
  return {
    write: () => editor.splice([{ from: at, to: at, text }]),
    expected: edge === 'start' ? text + held : held + text,
  };
}
