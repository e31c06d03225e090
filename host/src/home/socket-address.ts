import { readFileSync } from 'node:fs';
import { HOME_FILES } from '@bproxy/shared';
import type { Home } from './home.ts';

/**
 * The address where links reach the daemon. On POSIX it is a socket in the home, named relative to it: Node 20
 * silently cuts a path of more than 107 bytes and then listens somewhere else, so both sides `chdir` first. On
 * Windows, pipe names are global and readable by all, so the name is a secret in a private file.
 */
export function linkAddress(home: Home): string {
  return process.platform === 'win32' ? readFileSync(home.pipeName, 'utf8').trim() : HOME_FILES.socket;
}
