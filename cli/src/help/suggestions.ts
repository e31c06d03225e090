import { commandLine, withScheme } from '@bproxy/shared';
import type { Command } from '../commands/command.ts';
import type { Flag } from '../flags/flag.ts';

/** Finds the command whose name is nearest to one of the spellings. Returns it as the user would type it. */
export function nearestCommand(
  spellings: readonly string[],
  commands: readonly Command[],
): string | undefined {
  const names = commands.map(({ path }) => path.join(' '));
  const groups = commands.flatMap(({ path }) => path.slice(0, -1));
  const meant =
    nearest(spellings, [...names, ...groups]) ??
    names.find((name) => spellings.some((spelling) => name.endsWith(` ${spelling}`)));
  return meant === undefined ? undefined : `\`bproxy ${meant}\``;
}

export function nearestFlag(typed: string, flags: readonly Flag[]): string | undefined {
  const known = flags.flatMap(({ name, short }) => (short ? [`--${name}`, `-${short}`] : [`--${name}`]));
  return nearest([typed], known);
}

/** Returns the command line with the address at this position moved behind its flag, and with a scheme. */
export function withUrlFlag(command: Command, words: readonly string[], at: number): string | undefined {
  const word = words[at] ?? '';
  const url = /^https?:\/\//.test(word) ? word : withScheme(word);
  if (url === null || !command.flags.some(({ name }) => name === 'url')) return undefined;
  const line = [...command.path, ...words.slice(0, at), '--url', url, ...words.slice(at + 1)];
  return `\`${commandLine(['bproxy', ...line])}\``;
}

/** Finds the nearest known word, or a known word that starts with a spelling. */
function nearest(spellings: readonly string[], known: readonly string[]): string | undefined {
  const rated = spellings.flatMap((spelling) =>
    known.map((word) => ({ word, distance: distanceOf(spelling, word), allowed: allowedFor(spelling) })),
  );
  const [best] = rated
    .filter(({ distance, allowed }) => distance <= allowed)
    .sort((one, other) => one.distance - other.distance);
  if (best) return best.word;
  return known.find((word) => spellings.some((start) => start.length >= 3 && word.startsWith(start)));
}

/** Allows two typos, but at most a third of the word. */
function allowedFor(spelling: string): number {
  return Math.min(2, Math.floor(spelling.replace(/^-+/, '').length / 3));
}

/** Counts the letters to add, drop, replace or swap. Case is ignored. */
function distanceOf(one: string, other: string): number {
  const from = one.toLowerCase();
  const to = other.toLowerCase();
  const rows = [Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= from.length; i += 1) {
    const above = rows[i - 1] ?? [];
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (above[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const swapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row.push(
        Math.min(
          (above[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          replaced,
          swapped ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : replaced,
        ),
      );
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}
