import type { Editor } from './editor.ts';
import { type EditorAnswer, refuse } from './editor-answer.ts';
import {
  type NotOne,
  notOne,
  placesOf,
  rangeOf,
  type TextRange,
  type Words,
  withPlainEnds,
  withReplaced,
} from './words-in-text.ts';

/** Without any of them, the new text replaces all of the old. */
export interface EditorChange {
  /** The new text goes there, and the old one stays. */
  edge?: 'start' | 'end';
  /** The new text replaces these words. */
  words?: string;
  /** All of them, if they are there several times. */
  all?: boolean;
  /** The words to select. Nothing is written. */
  selected?: Words;
}

interface Planned {
  write(): void;
  /** What the editor should hold in the end. */
  expected: string;
  /** What it should hold can be read there, and not in the whole text. */
  read?(): string;
  /** The words that are replaced. */
  places?: TextRange[];
}

/** What is to be done, or why it cannot be done. */
export function changeIn(editor: Editor, value: string, change: EditorChange): Planned | EditorAnswer {
  const text = withPlainEnds(value);
  const held = editor.read();
  const { edge, words, selected } = change;
  if (selected) return selectionIn(editor, held, selected);
  if (edge) {
    const at = edge === 'start' ? 0 : held.length;
    return {
      write: () => editor.splice([{ from: at, to: at, text }]),
      expected: edge === 'start' ? text + held : held + text,
    };
  }
  if (words === undefined) {
    return { write: () => editor.write({ value, lines: text.split('\n') }), expected: value };
  }
  const places = placesOf(words, held);
  if (places.length === 0 || (places.length > 1 && !change.all)) return refuseWords(notOne(words, held));
  return {
    write: () => editor.splice(places.map((place) => ({ ...place, text }))),
    expected: withReplaced(held, places, text),
    places,
  };
}

function selectionIn({ selection }: Editor, held: string, words: Words): Planned | EditorAnswer {
  if (!selection) return refuse('no-editor');
  const range = rangeOf(words, held);
  if ('count' in range) return refuseWords(range);
  const { from, to } = range;
  return { write: () => selection.put(from, to), expected: held.slice(from, to), read: selection.read };
}

function refuseWords({ count, near }: NotOne): EditorAnswer {
  return refuse(count > 1 ? 'several-words' : 'no-words', { count, near });
}
