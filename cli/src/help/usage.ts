import { stripVTControlCharacters } from 'node:util';
import { type ArgDef, type CommandDef, defineCommand, renderUsage } from 'citty';
import type { Command } from '../commands/command.ts';
import type { Flag } from '../flags/flag.ts';

/** Returns the usage of a command or a group, or of bproxy for an empty path. Plain text: bproxy never uses colours. */
export async function usageOf(
  path: readonly string[],
  commands: readonly Command[],
  groups: Readonly<Record<string, string>>,
): Promise<string> {
  const command = commands.find((candidate) => candidate.path.join(' ') === path.join(' '));
  const definition = command ? leaf(command) : branch(path, commands, groups);
  const parent = defineCommand({ meta: { name: ['bproxy', ...path.slice(0, -1)].join(' ') } });
  const text = await (path.length === 0 ? renderUsage(definition) : renderUsage(definition, parent));
  return `${stripVTControlCharacters(text).replace(/ +$/gm, '').trimEnd()}\n`;
}

function leaf({ path, summary, flags }: Command): CommandDef {
  const args = Object.fromEntries(flags.map((flag) => [flag.name, argument(flag)]));
  return defineCommand({ meta: { name: path.at(-1) ?? '', description: summary }, args });
}

function argument(flag: Flag): ArgDef {
  const described = {
    description: flag.repeatable ? `${flag.summary} May be repeated.` : flag.summary,
    ...(flag.short ? { alias: flag.short } : {}),
    ...(flag.required ? { required: true } : {}),
  };
  if (flag.kind === 'boolean') return { type: 'boolean', ...described };
  const valued = { ...described, ...(flag.default === undefined ? {} : { default: flag.default }) };
  if (flag.kind === 'enum') return { type: 'enum', options: [...(flag.values ?? [])], ...valued };
  return { type: 'string', valueHint: hintOf(flag), ...valued };
}

function hintOf(flag: Flag): string {
  if (flag.kind === 'list') return 'a,b,…';
  if (flag.kind !== 'integer') return 'text';
  return `${flag.minimum ?? ''}..${flag.maximum ?? ''}`;
}

function branch(
  path: readonly string[],
  commands: readonly Command[],
  groups: Readonly<Record<string, string>>,
): CommandDef {
  const [group] = path;
  const below = commands.filter((command) => group === undefined || command.path[0] === group);
  const members = below.map((command): [string, CommandDef] => {
    const word = command.path[path.length] ?? '';
    if (command.path.length === path.length + 1) return [word, leaf(command)];
    return [word, defineCommand({ meta: { name: word, description: groups[word] ?? '' } })];
  });
  const description = group === undefined ? "Use the user's own Chrome from a shell." : (groups[group] ?? '');
  return defineCommand({
    meta: { name: group ?? 'bproxy', description },
    subCommands: Object.fromEntries(members),
  });
}
