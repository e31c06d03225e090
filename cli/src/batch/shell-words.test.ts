import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shellWords } from './shell-words.ts';

describe('shellWords', () => {
  it.each([
    ['', []],
    ['  text  ', ['text']],
    ['click --element el3', ['click', '--element', 'el3']],
    [
      `fill --value 'two words' --selector "#a \\"b\\""`,
      ['fill', '--value', 'two words', '--selector', '#a "b"'],
    ],
    [`a'b'"c"\\ d ''`, ['ab' + 'c d', '']],
    ['--value $HOME;*', ['--value', '$HOME;*']],
    [String.raw`"a\nb" 'c\d'`, [String.raw`a\nb`, String.raw`c\d`]],
  ])('splits %j', (line, words) => {
    expect(shellWords(line)).toEqual(words);
  });

  it.each(["it's", '"open', 'end\\'])('refuses %j', (line) => {
    expect(() => shellWords(line)).toThrow('It cannot be split into words');
  });

  it('agrees with a real shell on words without expansions', () => {
    const character = fc.constantFrom('a', ' ', "'", '"', '\\', '=', '#x'.slice(1), 'ä', '-');
    const lines = fc.sample(
      fc.array(character, { maxLength: 12 }).map((all) => all.join('')),
      { numRuns: 60, seed: 1 },
    );
    for (const line of lines) {
      let mine: string[];
      try {
        mine = shellWords(line);
      } catch {
        continue;
      }
      const script = `for word in ${line}\ndo printf '%s\\0' "$word"; done`;
      expect(
        execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1),
        line,
      ).toEqual(mine);
    }
  });
});
