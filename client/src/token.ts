import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { codeOf, fileTrouble, HOME_FILES } from '@bproxy/shared';
import { ClientError, notRunning } from './client-error.ts';
import { DOCTOR } from './port.ts';

/**
 * Reads the daemon's token, if no other user can have written or read it. The checks use the open file, so that it
 * cannot be swapped between check and read.
 */
export function readToken(home: string, uid: number | null = process.getuid?.() ?? null): string {
  const path = join(home, HOME_FILES.token);
  const file = open(path);
  try {
    refuseUnlessPrivate(path, fstatSync(file), uid);
    const token = readFileSync(file, 'utf8').trim();
    // An HTTP header can hold nothing else.
    if (/^[\x21-\x7e]{1,4096}$/.test(token)) return token;
    throw new ClientError(
      'HOME_UNUSABLE',
      `The token file ${path} holds no token; run \`bproxy service restart\`.`,
    );
  } finally {
    closeSync(file);
  }
}

function open(path: string): number {
  // Windows has neither flag. Without O_NONBLOCK, a named pipe at this path would block us.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  try {
    return openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw notRunning(`There is no token at ${path}. `);
    }
    if (code === 'ELOOP') {
      throw new ClientError(
        'HOME_UNUSABLE',
        `The token file ${path} is a symbolic link; remove it and restart the daemon.`,
      );
    }
    throw new ClientError(
      'HOME_UNUSABLE',
      `Nothing was sent: the token cannot be read. ${fileTrouble(error)}. ${DOCTOR}`,
    );
  }
}

function refuseUnlessPrivate(path: string, stats: Stats, uid: number | null): void {
  if (!stats.isFile())
    throw new ClientError('HOME_UNUSABLE', `The token file ${path} is not a regular file.`);
  // Windows has no such owners and modes.
  if (uid === null) return;
  const mode = stats.mode & 0o7777;
  if (mode !== 0o600) {
    const shown = mode.toString(8).padStart(4, '0');
    throw new ClientError(
      'HOME_UNUSABLE',
      `The token file ${path} has mode ${shown} and must have 0600: others may have read it. Run \`bproxy service stop\`, remove the file, and start again.`,
    );
  }
  if (stats.uid !== uid) {
    throw new ClientError(
      'HOME_UNUSABLE',
      `The token file ${path} belongs to another user (uid ${stats.uid}, not ${uid}).`,
    );
  }
}
