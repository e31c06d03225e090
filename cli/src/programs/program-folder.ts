import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * Returns the folder of the program under the name that package managers keep. It follows links to the file, but not
 * links above it. pnpm's global folder links `bproxy` to a folder with the version in its name, and an update deletes
 * that folder.
 */
export function programFolder(started: string): string {
  let path = resolve(started);
  while (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
    path = resolve(dirname(path), readlinkSync(path));
  }
  return dirname(path);
}

/**
 * Returns the extension folder to load, in the repository or the installed package. Undefined if it has not been built.
 */
export function findExtensionFolder(programDir: string): string | undefined {
  return ['../../extension/.output/chrome-mv3', '../../extension']
    .map((place) => resolve(programDir, place))
    .find((folder) => existsSync(join(folder, 'manifest.json')));
}
