import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The extension to load, in the repository or in the installed package; undefined if it has not been built. */
export function findExtensionFolder(programDir: string): string | undefined {
  return ['../../extension/.output/chrome-mv3', '../../extension']
    .map((place) => resolve(programDir, place))
    .find((folder) => existsSync(join(folder, 'manifest.json')));
}
