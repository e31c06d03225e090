import { timeoutOf } from '../flags/global-flags.ts';
import type { Override } from './protocol-command.ts';

/**
 * `--timeout` is the time to wait. The request itself may take longer, so that a wait which is not met
 * is answered with `matched: false` and not cut off with TIMEOUT.
 */
export const wait: Override<'wait'> = {
  replaces: ['timeout'],
  marginMs: 5_000,
  params: async (values) => ({ timeout: timeoutOf(values) }),
};
