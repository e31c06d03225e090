import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * The folder of the program by the name that package managers keep: links to the file are followed, links above it
 * are not. pnpm's global folder links `bproxy` to a folder with the version in its name, which an update deletes.
 */
export function programFolder(started: string): string {
  let path = resolve(started);
  while (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
    path = resolve(dirname(path), readlinkSync(path));
  }
  return dirname(path);
}

/** The extension to load, in the repository or in the installed package; undefined if it has not been built. */
export function findExtensionFolder(programDir: string): string | undefined {
  return ['../../extension/.output/chrome-mv3', '../../extension']
    .map((place) => resolve(programDir, place))
    .find((folder) => existsSync(join(folder, 'manifest.json')));
}
