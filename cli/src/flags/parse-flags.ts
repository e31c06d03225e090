import { type Command, nameOf } from '../commands/command.ts';
import { UnknownWord } from '../help/unknown-word.ts';
import { CommandFailure } from '../output/failure.ts';
import { checkValue } from './check-value.ts';
import { type Flag, HELP_FLAGS } from './flag.ts';
import { type FlagValue, FlagValues } from './flag-values.ts';
import { globalFlags } from './global-flags.ts';

export function isHelp(word: string | undefined): boolean {
  return word !== undefined && HELP_FLAGS.includes(word);
}

/**
 * Reads the flags of a command line. Returns 'help' if the caller asked for usage. citty ignores unknown flags, flags
 * without a value and surplus words, so an agent would never learn of its mistake.
 */
export function parseFlags(command: Command, words: readonly string[]): FlagValues | 'help' {
  const values = new Map<string, FlagValue>();
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (isHelp(word)) return 'help';
    if (command.words !== undefined && !word.startsWith('-')) {
      values.set(command.words, collected(values.get(command.words), word));
      continue;
    }
    const { flag, attached } = split(command, words, at);
    if (values.has(flag.name) && !flag.repeatable) {
      throw new CommandFailure(`--${flag.name} was given more than once.`);
    }
    if (flag.kind === 'boolean') {
      if (attached !== undefined) throw new CommandFailure(`--${flag.name} takes no value.`);
      values.set(flag.name, true);
      continue;
    }
    if (attached === undefined) at += 1;
    const value = checkValue(flag, attached ?? following(command.flags, flag, words[at]));
    values.set(flag.name, flag.repeatable ? collected(values.get(flag.name), value) : value);
  }
  requireAll(command, values);
  return new FlagValues(values);
}

/** Splits off the global flags that come before the command. */
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

function split(command: Command, words: readonly string[], at: number) {
  const word = words[at] ?? '';
  const head = headOf(word);
  const flag = findFlag(command.flags, head);
  if (flag) return { flag, attached: head === word ? undefined : word.slice(head.length + 1) };
  const hint = `\`${nameOf(command)} --help\` lists what it takes.`;
  if (/^--?[^-]/.test(word)) {
    throw new UnknownWord(`${nameOf(command)} has no flag ${excerpt(head)}`, hint, (suggest) =>
      suggest.nearestFlag(head, command.flags),
    );
  }
  throw new UnknownWord(
    `${nameOf(command)} takes no word ${JSON.stringify(excerpt(word))}`,
    hint,
    (suggest) => suggest.withUrlFlag(command, words, at),
  );
}

/** Returns the part before the equals sign, or the whole word. */
export function headOf(word: string): string {
  return word.split('=', 1)[0] ?? '';
}

function findFlag(flags: readonly Flag[], head: string): Flag | undefined {
  if (head.startsWith('--')) return flags.find((flag) => `--${flag.name}` === head);
  return flags.find((flag) => flag.short !== undefined && `-${flag.short}` === head);
}

/**
 * Returns the value after a flag. A value may start with a dash, but another known flag there means that the value is
 * missing.
 */
function following(flags: readonly Flag[], flag: Flag, word: string | undefined): string {
  if (word === undefined) throw new CommandFailure(`--${flag.name} needs a value.`);
  const head = headOf(word);
  if (!isHelp(word) && findFlag(flags, head) === undefined) return word;
  throw new CommandFailure(
    `--${flag.name} needs a value, but ${head} follows; if that is the value, write --${flag.name}=${head}.`,
  );
}

function collected(earlier: FlagValue | undefined, value: FlagValue): FlagValue {
  return [...(Array.isArray(earlier) ? earlier : []), String(value)];
}

function requireAll(command: Command, values: ReadonlyMap<string, FlagValue>): void {
  const missing = command.flags.filter((flag) => flag.required && !values.has(flag.name));
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => `--${name}`).join(' and ');
  const them = missing.length === 1 ? 'it' : 'them';
  throw new CommandFailure(
    `${nameOf(command)} requires ${names}; \`${nameOf(command)} --help\` explains ${them}.`,
  );
}

function excerpt(word: string): string {
  return word.length > 40 ? `${word.slice(0, 40)}…` : word;
}
