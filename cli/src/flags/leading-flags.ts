import { globalFlags } from './global-flags.ts';
import { findFlag, following, headOf } from './parse-flags.ts';

/** Splits a command line before its command: the global flags may stand there, too. */
export function leadingFlags(words: readonly string[]): { leading: string[]; rest: string[] } {
  const flags = globalFlags('optional');
  let at = 0;
  for (;;) {
    const word = words[at] ?? '';
    const flag = findFlag(flags, headOf(word));
    if (!flag) return { leading: words.slice(0, at), rest: words.slice(at) };
    at += 1;
    if (flag.kind === 'boolean' || headOf(word) !== word) continue;
    following(flags, flag, words[at]);
    at += 1;
  }
}
