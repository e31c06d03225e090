import type { Context } from '../commands/command.ts';
import type { Flag } from './flag.ts';
import type { FlagValues } from './flag-values.ts';
import { timeoutOf } from './global-flags.ts';

/** A text may come from a file or stdin, so that a secret is not in the process list. */
export function textFlags(name: string, summary: string): Flag[] {
  const rule = `(exactly one of ${sourcesOf(name)
    .map((flag) => `--${flag}`)
    .join(', ')})`;
  return [
    {
      name,
      kind: 'string',
      summary: `${summary} Other users can see it in the process list: give a secret with --${name}-stdin ${rule}.`,
      allowEmpty: true,
    },
    {
      name: `${name}-file`,
      kind: 'string',
      summary: `A file with the text, taken exactly as it is ${rule}.`,
    },
    {
      name: `${name}-stdin`,
      kind: 'boolean',
      summary: `Take the text from stdin, exactly as it is ${rule}.`,
    },
  ];
}

const sourcesOf = (name: string) => [name, `${name}-file`, `${name}-stdin`];

export async function takenText(name: string, values: FlagValues, context: Context): Promise<string> {
  const source = values.oneOf(sourcesOf(name));
  const text = values.string(source) ?? '';
  if (source === name) return text;
  // Loaded here because few commands take a text from elsewhere.
  const { readTextFile, readTextStdin } = await import('./text-source.ts');
  const limitMs = timeoutOf(values);
  if (source === `${name}-stdin`) return readTextStdin(context, `--${source}`, limitMs);
  return readTextFile(text, `--${source}`, limitMs);
}
