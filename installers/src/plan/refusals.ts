import { InstallError } from '../install-error.ts';
import type { Environment } from '../machine/environment.ts';
import type { Files } from '../machine/files.ts';
import { isThrowAway } from '../machine/node-path.ts';

/**
 * `sudo bproxy install` would "succeed" in root's own folders, where no browser looks. An install for every user needs
 * root on Linux and macOS. Windows itself refuses users who may not write to HKEY_LOCAL_MACHINE.
 */
export function assertAllowedUser({ underSudo, uid }: Environment, { system }: { system: boolean }): void {
  if (underSudo && !system) {
    throw new InstallError(
      'under-sudo',
      'Run this without sudo, as the user whose browser it is; or with --system, for every user of this computer.',
    );
  }
  if (system && uid !== undefined && uid !== 0) {
    throw new InstallError(
      'not-root',
      '--system writes to folders that belong to root. Run this with sudo, or without --system for yourself alone.',
    );
  }
}

export async function assertHostBinary(files: Files, path: string): Promise<void> {
  const found = await files.follow(path);
  if (found?.kind !== 'file') {
    throw new InstallError(
      'host-binary-missing',
      `The host program ${path} is not there. Run \`pnpm build\` in the repository, or install bproxy again.`,
    );
  }
  if (isThrowAway(path)) {
    throw new InstallError(
      'host-binary-missing',
      `${path} is in a cache that is emptied at any time, so no browser can rely on it. ` +
        'Install bproxy permanently (`npm install --global bproxy`) and run this again.',
    );
  }
}
