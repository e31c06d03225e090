import { stat } from 'node:fs/promises';
import type { Environment } from './environment.ts';
import { InstallError } from './install-error.ts';

/** `sudo bproxy install` would "succeed" in root's own folders, where no browser looks. */
export function assertUserOfBrowser({ underSudo }: Environment): void {
  if (!underSudo) return;
  throw new InstallError('under-sudo', 'Run this without sudo, as the user whose browser it is.');
}

export function assertCanApply({ platform }: Environment): void {
  if (platform !== 'win32') return;
  throw new InstallError(
    'unsupported-platform',
    'Registration on Windows is not finished yet. `--dry-run` shows the file and the keys to set by hand.',
  );
}

export async function assertHostBinary(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile()) return;
  throw new InstallError(
    'host-binary-missing',
    `The host program ${path} is not there. Run \`pnpm build\` in the repository, or install bproxy again.`,
  );
}
