import { CommandFailure } from '../output/failure.ts';

/**
 * Splits a line into words as a shell does with simple words: spaces part them, single quotes keep everything, double
 * quotes keep all but a backslash before `"` or `\`, and a backslash keeps the next character. Nothing is expanded.
 */
export function shellWords(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let at = 0;
  while (at < line.length) {
    const rest = line.slice(at);
    const [space] = /^\s+/.exec(rest) ?? [];
    if (space !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
      at += space.length;
      continue;
    }
    const { text, length } = pieceOf(rest);
    word = (word ?? '') + text;
    at += length;
  }
  if (word !== undefined) words.push(word);
  return words;
}

const PIECES: ReadonlyArray<[pattern: RegExp, textOf: (inside: string) => string]> = [
  [/^'([^']*)'/, (inside) => inside],
  [/^"((?:[^"\\]|\\[\s\S])*)"/, (inside) => inside.replace(/\\(["\\])/g, '$1')],
  [/^\\([\s\S])/, (inside) => inside],
  [/^([^\s'"\\]+)/, (inside) => inside],
];

function pieceOf(rest: string): { text: string; length: number } {
  for (const [pattern, textOf] of PIECES) {
    const [whole, inside] = pattern.exec(rest) ?? [];
    if (whole !== undefined && inside !== undefined) return { text: textOf(inside), length: whole.length };
  }
  const open = rest.startsWith('\\')
    ? 'a backslash has nothing after it'
    : `the quote ${rest[0]} is not closed`;
  throw new CommandFailure(`It cannot be split into words: ${open}.`);
}
