import { isAbsolute, resolve } from 'node:path';
import { EXTENSION_ID, isExtensionId } from '@bproxy/manifests';
import { InstallError } from './install-error.ts';

export interface InstallOptions {
  home: string;
  hostBinary: string;
  userDataDirs: string[];
  browsers: string[];
  extensionIds: string[];
  dryRun: boolean;
}

export interface UninstallOptions {
  home: string;
  userDataDirs: string[];
  browsers: string[];
  dryRun: boolean;
}

/** A relative path would mean another folder to Chrome, which runs elsewhere. */
export function absolutePath(what: string, path: string): string {
  if (path === '') {
    throw new InstallError('bad-path', `${what} is empty; give the path of a folder.`);
  }
  if (path === '~' || path.startsWith('~/')) {
    throw new InstallError(
      'bad-path',
      `${what} is "${path}": the shell left the ~ as it is. Write $HOME instead of ~.`,
    );
  }
  return isAbsolute(path) ? path : resolve(path);
}

/** Every id is a grant, so each one is named on the command line or is our own. */
export function allowedExtensionIds(extra: readonly string[]): string[] {
  for (const id of extra) {
    if (!isExtensionId(id)) {
      throw new InstallError(
        'bad-extension-id',
        `"${id}" is no extension id: an id is 32 letters from a to p. Copy it from chrome://extensions.`,
      );
    }
  }
  return [...new Set([EXTENSION_ID, ...extra])];
}
