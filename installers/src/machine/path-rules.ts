import path from 'node:path';
import type { Platform } from '@bproxy/manifests';
import { InstallError } from '../install-error.ts';

export type PathRules = path.PlatformPath;

/** Plans for all three systems can be made on any of them, so the path rules follow the plan, not this process. */
export function pathRules(platform: Platform): PathRules {
  return platform === 'win32' ? path.win32 : path.posix;
}

/** Requires an absolute path. Chrome runs in another folder, where a relative path would mean another file. */
export function absolutePath(rules: PathRules, what: string, given: string): string {
  if (given === '') {
    throw new InstallError('bad-path', `${what} is empty; give the path of a folder.`);
  }
  if (given === '~' || given.startsWith('~/')) {
    throw new InstallError(
      'bad-path',
      `${what} is "${given}": the shell left the ~ as it is. Write $HOME instead of ~.`,
    );
  }
  return rules.resolve(given);
}
