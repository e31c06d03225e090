import { type CommandTable, firstWords, flagWords, quoted, secondWords } from './command-words.ts';
import { completedValue } from './completed-value.ts';

/** Supports bash 3.2 and later, because macOS still has 3.2. */
export function bashCompletion(table: CommandTable): string {
  const groups = [...secondWords(table)];
  const first = [...firstWords(table).map(({ word }) => word), '--help', '--version'];
  return `${[
    '# Completes bproxy in bash. To load it: source <(bproxy completion bash)',
    '_bproxy() {',
    `  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}`,
    '  # Bash takes the = of --flag=value for a word of its own.',
    '  if [[ $cur == "=" ]]; then cur=',
    `  elif [[ $prev == "=" ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi`,
    '  COMPREPLY=()',
    '  if (( COMP_CWORD == 1 )); then',
    `    ${reply(first)}`,
    '    return',
    '  fi',
    '  if (( COMP_CWORD == 2 )); then',
    '    case $command in',
    ...groups.map(([word, below]) => `      ${word}) ${reply(below.map((item) => item.word))}; return ;;`),
    '    esac',
    '  else',
    '    case $command in',
    `      ${groups.map(([word]) => word).join('|')}) command="$command \${COMP_WORDS[2]}" ;;`,
    '    esac',
    '  fi',
    '  case "$command $prev" in',
    ...values(table),
    '  esac',
    '  case $command in',
    ...table.commands.map(
      (command) => `    ${quoted(command.path.join(' '))}) ${reply(flagWords(command))} ;;`,
    ),
    '  esac',
    '}',
    'complete -F _bproxy bproxy',
  ].join('\n')}\n`;
}

/** Completes the value of a flag. There are few kinds of answers, so all flags with the same answer share a line. */
function values({ commands }: CommandTable): string[] {
  const byReply = new Map<string, string[]>();
  for (const { path, flags } of commands) {
    for (const flag of flags) {
      const value = completedValue(flag);
      if (value === 'none') continue;
      const spellings = [`--${flag.name}`, ...(flag.short ? [`-${flag.short}`] : [])];
      const patterns = spellings.map((spelling) => quoted([...path, spelling].join(' ')));
      const answer = typeof value === 'string' ? REPLIES[value] : reply(value);
      byReply.set(answer, [...(byReply.get(answer) ?? []), ...patterns]);
    }
  }
  return [...byReply].map(([answer, patterns]) => `    ${patterns.join('|')}) ${answer}; return ;;`);
}

/** One path a line, because a name may contain spaces. */
const paths = (option: string) =>
  `local IFS=$'\\n'; compopt -o filenames 2>/dev/null; COMPREPLY=( $(compgen ${option} -- "$cur") )`;

const REPLIES = { text: ':', file: paths('-f'), folder: paths('-d') } as const;

function reply(words: readonly string[]): string {
  return `COMPREPLY=( $(compgen -W ${quoted(words.join(' '))} -- "$cur") )`;
}
