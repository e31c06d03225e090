import { lstatSync, readlinkSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

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
