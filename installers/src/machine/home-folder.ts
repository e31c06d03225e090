import { fileTrouble } from '@bproxy/shared';
import { InstallError } from '../install-error.ts';
import type { Files } from './files.ts';

const WRITABLE_BY_OTHERS = 0o022;

/**
 * Chrome runs the manifest's program with the user's rights, so anyone who could replace the launcher would control the
 * account. A missing folder is fine: bproxy creates it with the right mode.
 */
export async function assertSafeHome(files: Files, home: string, uid: number | undefined): Promise<void> {
  const found = await files.follow(home).catch((error: unknown) => {
    const next = 'Set BPROXY_HOME to a folder of your own.';
    throw new InstallError('home-unsafe', `${fileTrouble(error)}. ${next}`, { cause: error });
  });
  if (!found) return;
  if (found.kind !== 'folder') {
    throw new InstallError(
      'home-unsafe',
      `${home} is not a folder. Move it away or set another BPROXY_HOME.`,
    );
  }
  // Windows has neither owner nor mode.
  if (uid === undefined || found.mode === undefined) return;
  if (found.uid !== uid) {
    throw new InstallError(
      'home-unsafe',
      `${home} belongs to another user (uid ${found.uid}, you are ${uid}). ` +
        'Run this as its owner or set BPROXY_HOME to a folder of your own.',
    );
  }
  if ((found.mode & WRITABLE_BY_OTHERS) !== 0) {
    throw new InstallError(
      'home-unsafe',
      `Other users may write to ${home}, so they could replace the program that your browser starts. ` +
        `Run: chmod 700 '${home}'`,
    );
  }
}
