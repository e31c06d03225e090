import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { ClientError } from './client-error.ts';

/** Returns the absolute state folder: the given one, else BPROXY_HOME, else ~/.bproxy. */
export function findHome(
  given?: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const chosen = given || env['BPROXY_HOME'];
  if (chosen?.match(/^~(?:\/|$)/)) {
    throw new ClientError(
      'HOME_UNUSABLE',
      'The shell did not expand the ~ in --home or BPROXY_HOME. Write $HOME instead.',
    );
  }
  return resolve(chosen || join(homedir(), '.bproxy'));
}
