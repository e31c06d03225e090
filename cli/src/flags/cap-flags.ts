import type { Context } from '../commands/command.ts';
import type { Flag } from './flag.ts';
import type { FlagValues } from './flag-values.ts';
import { isPlain } from './global-flags.ts';

const DEFAULTS = { json: 40_000, plain: 20_000, out: 1_000 };

/** The flags of reads that may be long. */
export const CAP_FLAGS: readonly Flag[] = [
  {
    name: 'max-chars',
    kind: 'integer',
    summary: `Cut the answer after so many characters, and put the whole into a file (${DEFAULTS.json} if left out, ${DEFAULTS.plain} with --plain, ${DEFAULTS.out} with --out).`,
    minimum: 0,
    maximum: 100_000_000,
  },
  {
    name: 'out',
    kind: 'string',
    summary: 'Put the whole into this file, and print its beginning and its path.',
  },
];

export function mostChars(values: FlagValues, env: Context['env']): number {
  return (
    values.integer('max-chars') ??
    (values.has('out') ? DEFAULTS.out : isPlain(values, env) ? DEFAULTS.plain : DEFAULTS.json)
  );
}
