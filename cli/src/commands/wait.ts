import { timeoutOf } from '../flags/global-flags.ts';
import type { Override } from './protocol-command.ts';

/**
 * `--timeout` is the time to wait. The request itself may take longer, so that an unmet wait is answered with `matched:
 * false` instead of TIMEOUT.
 */
export const wait: Override<'wait'> = {
  replaces: ['timeout'],
  marginMs: 5_000,
  params: async (values) => ({ timeout: timeoutOf(values) }),
};
