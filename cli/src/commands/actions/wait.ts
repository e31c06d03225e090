import { parseJson } from '@bproxy/shared';
import { timeoutOf } from '../../flags/global-flags.ts';
import { CommandFailure } from '../../output/failure.ts';
import type { Override } from '../protocol-command.ts';

const MARGIN_MS = 5_000;

/**
 * `--timeout` is the time to wait. The request itself may take longer, so that an unmet wait is answered with `matched:
 * false` instead of TIMEOUT.
 */
export const wait: Override<'wait'> = {
  replaces: ['timeout', 'any'],
  flags: [
    {
      name: 'any',
      kind: 'string',
      summary:
        'Up to five conditions as a JSON list, in place of one: [{"strategy":"text","target":"Done"},…]. The first that comes true ends the wait.',
    },
  ],
  marginMs: () => MARGIN_MS,
  async params(values) {
    const given = values.string('any');
    const any = given === undefined ? undefined : parseJson(given);
    if (given !== undefined && !Array.isArray(any)) {
      throw new CommandFailure('--any must hold a JSON list of conditions.');
    }
    if ((given !== undefined) === values.has('strategy')) {
      throw new CommandFailure('Exactly one of --strategy, --any is required.');
    }
    return { timeout: timeoutOf(values), ...(any === undefined ? {} : { any }) };
  },
};
