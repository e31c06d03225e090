import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Context } from '../../cli/src/commands/command.ts';
import type { FlagValues } from '../../cli/src/flags/flag-values.ts';
import { CommandFailure } from '../../cli/src/output/failure.ts';

/** The absolute state folder: --home, else BPROXY_HOME, else ~/.bproxy. */
export function homeOf(values: FlagValues, env: Context['env']): string {
  const given = values.string('home') || env['BPROXY_HOME'];
  if (given?.match(/^~(?:\/|$)/)) {
    throw new CommandFailure('The shell left the ~ of --home or BPROXY_HOME as it is; write $HOME instead.');
  }
  return resolve(given || join(homedir(), '.bproxy'));
}
