import { HOST_NAME } from '@bproxy/shared';
import { isExtensionId } from './extension-id.ts';

/** Chrome finds the manifest by this name on Linux and macOS, and `name` inside it must agree. */
export const MANIFEST_FILE = `${HOST_NAME}.json`;

export interface HostManifest {
  name: string;
  description: string;
  path: string;
  type: 'stdio';
  allowed_origins: string[];
}

/**
 * Refuses everything doubtful, because Chrome reports nearly every fault in this file as the same "host not found",
 * even a missing slash in one origin or an empty description.
 */
export function hostManifest(launcher: string, extensionIds: readonly string[]): HostManifest {
  if (!isAbsolute(launcher)) {
    throw new TypeError(`The launcher's path must be absolute; Chrome does not resolve "${launcher}".`);
  }
  if (extensionIds.length === 0) {
    throw new TypeError('A host manifest without an extension id lets nobody connect; give at least one.');
  }
  return {
    name: HOST_NAME,
    description: 'bproxy: connects the bproxy extension with the bproxy command line on this computer',
    path: launcher,
    type: 'stdio',
    allowed_origins: [...new Set(extensionIds)].map(originOf),
  };
}

export function hostManifestText(manifest: HostManifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function originOf(id: string): string {
  if (!isExtensionId(id)) {
    throw new TypeError(`"${id}" is no extension id; an id is 32 letters from a to p.`);
  }
  return `chrome-extension://${id}/`;
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:\\/.test(path);
}
