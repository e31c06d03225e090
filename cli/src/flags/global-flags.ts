import { DEFAULT_TIMEOUT_MS, findHome } from '@bproxy/client';
import type { ActionTraits } from '@bproxy/shared';
import type { Context } from '../commands/command.ts';
import { CommandFailure } from '../output/failure.ts';
import type { Flag } from './flag.ts';
import type { FlagValues } from './flag-values.ts';

export const HOME_FLAG = {
  name: 'home',
  kind: 'string',
  summary: 'The state folder of bproxy, instead of BPROXY_HOME or ~/.bproxy.',
} as const satisfies Flag;

/** The id makes a command repeatable: the daemon repeats its answer and does not run the action again. */
export const ID_FLAG = {
  name: 'id',
  kind: 'string',
  summary:
    'The id of the request, to repeat a command whose answer was lost: what has run is not run again (a new id if left out).',
  pattern: '^[A-Za-z0-9_-]{8,100}(?::[1-9][0-9]?)?$',
  expected: 'must be 8 to 100 characters of A-Z, a-z, 0-9, _ and -, and :N for a line of a batch',
} as const satisfies Flag;

/** On every command. `BPROXY_OUTPUT=plain` says the same for a whole shell. */
export const PLAIN_FLAG = {
  name: 'plain',
  kind: 'boolean',
  summary: 'Print the answer for a reader, not as JSON. What a page wrote stands between two marks.',
} as const satisfies Flag;

export const VERBOSE_FLAG = {
  name: 'verbose',
  short: 'v',
  kind: 'boolean',
  summary: 'Write requests and answers to stderr, as lines of JSON.',
} as const satisfies Flag;

/** The flags of every command that sends an action. A param of the same name replaces a flag. */
export function globalFlags(session: ActionTraits['session'], taken: readonly Flag[] = []): Flag[] {
  const flags: Flag[] = [
    {
      name: 'session',
      short: 's',
      kind: 'string',
      summary: SESSION_SUMMARIES[session],
      // The daemon checks whether the session is present and valid, as it does for every caller.
      allowEmpty: true,
    },
    {
      name: 'timeout',
      kind: 'integer',
      summary: 'How long the action may take, in milliseconds.',
      minimum: 1,
      maximum: 3_600_000,
      default: String(DEFAULT_TIMEOUT_MS),
    },
    ID_FLAG,
    HOME_FLAG,
    PLAIN_FLAG,
    VERBOSE_FLAG,
  ];
  return flags.filter((flag) => !taken.some(({ name }) => name === flag.name));
}

const SESSION_SUMMARIES = {
  required: 'The session to work in: the id that `tab open` returned. This command needs one.',
  optional: 'The session to work in, if there is one already.',
  none: 'Accepted and not used: this action belongs to no session.',
} as const;

export function homeOf(values: FlagValues, env: Context['env']): string {
  return findHome(values.string('home'), env);
}

export function isPlain(values: FlagValues, env: Context['env']): boolean {
  if (values.has('plain')) return true;
  const chosen = env['BPROXY_OUTPUT'] || 'json';
  if (chosen !== 'json' && chosen !== 'plain') {
    throw new CommandFailure('BPROXY_OUTPUT must be json or plain.');
  }
  return chosen === 'plain';
}

export function timeoutOf(values: FlagValues): number {
  return values.integer('timeout') ?? DEFAULT_TIMEOUT_MS;
}

export function sessionOf(values: FlagValues): string {
  return values.string('session') ?? '';
}
