import type { Command } from '../commands/command.ts';
import type { Flag } from '../flags/flag.ts';
import { type CommandTable, firstWords, secondWords, type Word } from './command-words.ts';
import { completedValue } from './completed-value.ts';

export function fishCompletion(table: CommandTable): string {
  return `${[
    '# Completes bproxy in fish. To load it: bproxy completion fish | source',
    'function __bproxy_after',
    '    set -l given (commandline -opc)',
    '    test (count $given) -eq (math (count $argv) + 1); and test "$given[2..-1]" = "$argv"',
    'end',
    'function __bproxy_in',
    '    set -l given (commandline -opc)',
    '    set -l last (math (count $argv) + 1)',
    '    test (count $given) -ge $last; and test "$given[2..$last]" = "$argv"',
    'end',
    'complete -c bproxy -f',
    ...firstWords(table).map((word) => words('', word)),
    ...[...secondWords(table)].flatMap(([first, below]) => below.map((word) => words(` ${first}`, word))),
    ...table.commands.flatMap(flagLines),
  ].join('\n')}\n`;
}

function words(after: string, { word, summary }: Word): string {
  // Without a preceding word, fish would have to compare two empty texts.
  const condition = after === '' ? 'test (count (commandline -opc)) -eq 1' : `__bproxy_after${after}`;
  return `complete -c bproxy -n ${fishQuoted(condition)} -a ${word} -d ${fishQuoted(summary)}`;
}

function flagLines({ path, flags }: Command): string[] {
  const line = (spelling: string, value: string, summary: string) =>
    `complete -c bproxy -n ${fishQuoted(`__bproxy_in ${path.join(' ')}`)} ${spelling}${value} -d ${fishQuoted(summary)}`;
  return [
    ...flags.map((flag) => line(spellingOf(flag), takenBy(flag), flag.summary)),
    line('-l help -s h', '', 'Print the usage.'),
  ];
}

function spellingOf({ name, short }: Flag): string {
  return short ? `-l ${name} -s ${short}` : `-l ${name}`;
}

function takenBy(flag: Flag): string {
  const value = completedValue(flag);
  if (typeof value === 'object') return ` -x -a ${fishQuoted(value.join(' '))}`;
  return { none: '', text: ' -x', file: ' -r -F', folder: " -x -a '(__fish_complete_directories)'" }[value];
}

/** In fish, a backslash inside single quotes escapes another backslash or a quote. */
function fishQuoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}
