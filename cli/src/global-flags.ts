import { type ActionTraits, isSessionId, SESSION_ID_PATTERN, type SessionId } from '@bproxy/shared';
import type { Flag } from './flag.ts';
import type { FlagValues } from './flag-values.ts';

export const DEFAULT_TIMEOUT_MS = 30_000;

export const HOME_FLAG = {
  name: 'home',
  kind: 'string',
  summary: 'The state folder of bproxy, instead of BPROXY_HOME or ~/.bproxy.',
} as const satisfies Flag;

/** The flags of every command that sends an action. */
export function globalFlags(session: ActionTraits['session']): Flag[] {
  return [
    {
      name: 'session',
      short: 's',
      kind: 'string',
      summary: SESSION_SUMMARIES[session],
      required: session === 'required',
      pattern: SESSION_ID_PATTERN.source,
      expected: 'must be a session id: six characters of a-z and 2-7, as `bproxy tab open` returns it',
    },
    {
      name: 'timeout',
      kind: 'integer',
      summary: 'How long the action may take, in milliseconds.',
      minimum: 1,
      maximum: 3_600_000,
      default: String(DEFAULT_TIMEOUT_MS),
    },
    HOME_FLAG,
    {
      name: 'verbose',
      short: 'v',
      kind: 'boolean',
      summary: 'Write what is sent and received to stderr, as lines of JSON.',
    },
  ];
}

const SESSION_SUMMARIES = {
  required: 'The session to work in.',
  optional: 'The session to work in, if there is one already.',
  none: 'Accepted and not used: this action belongs to no session.',
} as const;

export function timeoutOf(values: FlagValues): number {
  return values.integer('timeout') ?? DEFAULT_TIMEOUT_MS;
}

export function sessionOf(values: FlagValues): SessionId | '' {
  const session = values.string('session') ?? '';
  return isSessionId(session) ? session : '';
}
