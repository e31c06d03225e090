import { type Command, nameOf } from '../../cli/src/commands/command.ts';
import type { Flag } from '../../cli/src/flags/flag.ts';
import { fence, page, table } from './markdown.ts';

const EXIT_CODES = [
  ['`0`', 'Done: an answer with `ok: true`, or the object of a command that asks no daemon.'],
  [
    '`1`',
    'The daemon answered with an error; the whole answer is on stdout. `bproxy doctor`: something is wrong.',
  ],
  [
    '`2`',
    'The command could not be carried out (wrong command line, no daemon, token not safe, no usable answer), or its answer could not be written (its reader has gone, or the disk is full). stdout is empty or cut off; one line on stderr says why and what to do.',
  ],
];

export function cliPage(commands: readonly Command[]): string {
  return page('Commands', [
    'stdout is exactly one line with one JSON object (`bproxy batch`: one line for each of its commands); only `bproxy doctor` without `--json` and `bproxy completion` print plain text, and every command does with `--plain` ([output](../output.md)). stderr is empty but for the line of an exit code 2, the lines of `--verbose`, the line about a repair by `bproxy service start`, and the steps that `bproxy install` leaves to a person, which come before the JSON. There is no colour, no progress and no question.',
    'A flag is written `--flag value` or `--flag=value`; the second form is for a value that looks like a flag of the command. Flags follow the command; the global ones (`--session`, `--timeout`, `--id`, `--home`, `--plain`, `--verbose`) may also come before it. Unknown flags, repeated flags, surplus words and empty values are refused.',
    '`bproxy --version` prints `{"version":…,"protocolVersion":…}`; `--help` (`-h`) after any command prints its usage as plain text.',
    '## Exit codes',
    table(['code', 'meaning'], EXIT_CODES),
    '## All commands',
    table(
      ['command', 'what it does'],
      commands.map((command) => [`[\`${nameOf(command)}\`](#${anchor(command)})`, command.summary]),
    ),
    ...commands.flatMap(section),
  ]);
}

function anchor(command: Command): string {
  return nameOf(command).replaceAll(' ', '-');
}

function section(command: Command): string[] {
  return [
    `## ${nameOf(command)}`,
    command.summary,
    fence('sh', synopsis(command)),
    ...(command.flags.length > 0 ? [flagTable(command)] : []),
  ];
}

function flagTable({ flags }: Command): string {
  return table(
    ['flag', 'value', 'needed', 'meaning'],
    flags.map((flag) => [spelling(flag), valueText(flag), neededText(flag), flag.summary]),
  );
}

function synopsis(command: Command): string {
  const needed = command.flags
    .filter((flag) => flag.required)
    .map((flag) => `--${flag.name} ${flag.name.toUpperCase()}`);
  return [
    nameOf(command),
    ...needed,
    ...(command.words ? ['[LINE …]'] : []),
    ...(command.flags.length > 0 ? ['[flags]'] : []),
  ].join(' ');
}

function spelling(flag: Flag): string {
  return flag.short ? `\`--${flag.name}\`, \`-${flag.short}\`` : `\`--${flag.name}\``;
}

function neededText(flag: Flag): string {
  if (flag.required) return 'yes';
  if (flag.repeatable) return 'may be repeated';
  return flag.default === undefined ? '' : `default ${flag.default}`;
}

function valueText(flag: Flag): string {
  switch (flag.kind) {
    case 'boolean':
      return 'none';
    case 'enum':
      return (flag.values ?? []).map((value) => `\`${value}\``).join(', ');
    case 'integer':
      return `whole number, ${flag.minimum ?? ''} to ${flag.maximum ?? ''}`;
    case 'list':
      return flag.values
        ? `some of ${flag.values.map((value) => `\`${value}\``).join(', ')}, separated by commas`
        : 'texts, separated by commas';
    case 'string':
      return flag.expected?.replace(/^must be /, '') ?? 'text';
  }
}
