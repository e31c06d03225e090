import { EXTENSION_ID, isExtensionId } from '@bproxy/manifests';
import { InstallError } from '../install-error.ts';

interface Scope {
  home: string;
  /** Whether it is for every user of the computer instead of one. */
  system: boolean;
  userDataDirs: string[];
  browsers: string[];
  dryRun: boolean;
}

export interface InstallOptions extends Scope {
  hostBinary: string;
  extensionIds: string[];
}

export interface UninstallOptions extends Scope {
  /** Whether to remove the logs and settings, too. */
  purge?: boolean;
}

/** Every id is a grant, so each one is our own or named on the command line. */
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
