import { EXTENSION_ID, isExtensionId } from '@bproxy/manifests';
import { InstallError } from '../install-error.ts';

interface Scope {
  home: string;
  /** For every user of the computer, not for one. */
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
  /** Remove the logs and settings, too. */
  purge?: boolean;
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
