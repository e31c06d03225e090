import type { Command } from '../commands/command.ts';
import { HELP_FLAGS } from '../flags/flag.ts';

export type Groups = Readonly<Record<string, string>>;

/** The input of the generators: the commands, and a description of each first word that has second words. */
export interface CommandTable {
  commands: readonly Command[];
  groups: Groups;
}

export interface Word {
  word: string;
  summary: string;
}

export function firstWords({ commands, groups }: CommandTable): Word[] {
  const words = commands.map(({ path, summary }) => {
    const [word = ''] = path;
    return { word, summary: path.length === 1 ? summary : (groups[word] ?? '') };
  });
  return [...new Map(words.map((item) => [item.word, item])).values()];
}

/** Returns the second words, by the first. */
export function secondWords({ commands }: CommandTable): Map<string, Word[]> {
  const below = new Map<string, Word[]>();
  for (const { path, summary } of commands) {
    const [first = '', word] = path;
    if (word !== undefined) below.set(first, [...(below.get(first) ?? []), { word, summary }]);
  }
  return below;
}

/** Returns every spelling of a command's flags, including `--help`. */
export function flagWords({ flags }: Command): string[] {
  return [
    ...flags.flatMap(({ name, short }) => (short ? [`--${name}`, `-${short}`] : [`--${name}`])),
    ...HELP_FLAGS,
  ];
}

/** Puts a text in single quotes, in which a shell interprets nothing. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
