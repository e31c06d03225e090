import { globalFlags } from '../flags/global-flags.ts';
import { headOf, isHelp } from '../flags/parse-flags.ts';
import { UnknownWord } from '../help/unknown-word.ts';
import { CommandFailure } from '../output/failure.ts';
import type { Command } from './command.ts';

export type Found = { command: Command; rest: readonly string[] } | { helpFor: readonly string[] };

/** Interprets the first words of a command line: a command, or a request for the usage of a group. */
export function findCommand(commands: readonly Command[], words: readonly string[]): Found {
  const [first, second] = words;
  if (first === 'help') return findCommand(commands, [...words.slice(1), '--help']);
  if (first === undefined) throw new CommandFailure(`No command was given; ${hint([])}`);
  if (isHelp(first)) return { helpFor: [] };
  if (first.startsWith('-')) {
    const flag = headOf(first);
    throw new UnknownWord(`The flag ${flag} cannot come before the command`, hint([]), (suggest) =>
      suggest.nearestFlag(flag, globalFlags('optional')),
    );
  }
  const single = commands.find(({ path }) => path.length === 1 && path[0] === first);
  if (single) return { command: single, rest: words.slice(1) };
  const group = commands.filter(({ path }) => path.length === 2 && path[0] === first);
  if (group.length === 0) throw unknown(commands, first, second);
  if (isHelp(second)) return { helpFor: [first] };
  if (second === undefined) throw new CommandFailure(`bproxy ${first} needs a second word; ${hint([first])}`);
  const member = group.find(({ path }) => path[1] === second);
  if (member) return { command: member, rest: words.slice(2) };
  throw new UnknownWord(`There is no command ${quoted(`${first} ${second}`)}`, hint([first]), (suggest) =>
    suggest.nearestCommand([`${first} ${second}`], group),
  );
}

function unknown(commands: readonly Command[], first: string, second = ''): UnknownWord {
  return new UnknownWord(`There is no command ${quoted(first)}`, hint([]), (suggest) =>
    suggest.nearestCommand([`${first} ${second}`, first], commands),
  );
}

function hint(path: readonly string[]): string {
  const name = ['bproxy', ...path].join(' ');
  return `usage: ${name} COMMAND [--flag value]; \`${name} --help\` lists the commands.`;
}

function quoted(words: string): string {
  return JSON.stringify(words.length > 60 ? `${words.slice(0, 60)}…` : words);
}
