import type { Command } from '../commands/command.ts';
import type { Flag } from '../flags/flag.ts';
import { type CommandTable, firstWords, quoted, secondWords, type Word } from './command-words.ts';
import { completedValue } from './completed-value.ts';

export function zshCompletion(table: CommandTable): string {
  const groups = [...secondWords(table)];
  return `${[
    '#compdef bproxy',
    '# Completes bproxy in zsh. To load it: source <(bproxy completion zsh)',
    '_bproxy() {',
    '  local -a first second',
    '  local command=$words[2] skip=1',
    '  if (( CURRENT == 2 )); then',
    `    first=(${described(firstWords(table))})`,
    "    _describe 'command' first",
    '    return',
    '  fi',
    '  case $command in',
    ...groups.flatMap(([word, below]) => [
      `    (${word})`,
      '      if (( CURRENT == 3 )); then',
      `        second=(${described(below)})`,
      "        _describe 'command' second",
      '        return',
      '      fi',
      '      command="$command $words[3]"; skip=2 ;;',
    ]),
    '  esac',
    '  shift $skip words',
    '  (( CURRENT -= skip ))',
    '  case $command in',
    ...table.commands.map(argumentsOf),
    '  esac',
    '}',
    'if [[ $funcstack[1] == _bproxy ]]; then _bproxy "$@"; else compdef _bproxy bproxy; fi',
  ].join('\n')}\n`;
}

function described(words: readonly Word[]): string {
  return words.map(({ word, summary }) => quoted(`${word}:${summary.replaceAll(':', '\\:')}`)).join(' ');
}

function argumentsOf({ path, flags }: Command): string {
  const help = "'(-h --help)'{-h,--help}'[Print the usage.]'";
  return `    (${quoted(path.join(' '))}) _arguments ${[...flags.map(argument), help].join(' ')} ;;`;
}

function argument(flag: Flag): string {
  const { name, short, repeatable } = flag;
  const takes = `${quoted(`[${flag.summary.replaceAll(/[[\]:\\]/g, '\\$&')}]${action(flag)}`)}`;
  if (!short) return `${repeatable ? quoted('*') : ''}${quoted(`--${name}`)}${takes}`;
  return `${quoted(`(-${short} --${name})`)}{-${short},--${name}}${takes}`;
}

function action(flag: Flag): string {
  const value = completedValue(flag);
  if (typeof value === 'object') return `:${flag.name}:(${value.join(' ')})`;
  return { none: '', text: `:${flag.name}: `, file: ':file:_files', folder: ':folder:_files -/' }[value];
}
