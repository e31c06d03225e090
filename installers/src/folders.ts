import { access, mkdir, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The folders that must be made before `paths` can be written, outermost first. */
export async function missingFolders(paths: readonly string[]): Promise<string[]> {
  const missing = new Set<string>();
  for (const path of paths) {
    for (const folder of await missingAbove(path)) missing.add(folder);
  }
  return [...missing];
}

/** Private to the user, as Chrome makes its own profile folders. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Innermost first. A folder that something else lives in by now stays. */
export async function removeEmptyFolders(folders: readonly string[]): Promise<string[]> {
  const left: string[] = [];
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') left.unshift(folder);
    });
  }
  return left;
}

async function missingAbove(path: string): Promise<string[]> {
  const folder = dirname(path);
  if (folder === path || (await exists(folder))) return [];
  return [...(await missingAbove(folder)), folder];
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
