import { codeOf } from '@bproxy/shared';
import type { Files } from './files.ts';
import type { PathRules } from './path-rules.ts';

/** Returns the folders to create before `paths` can be written, outermost first. */
export async function missingFolders(
  files: Files,
  rules: PathRules,
  paths: readonly string[],
): Promise<string[]> {
  const missing = new Set<string>();
  for (const path of paths) {
    for (const folder of await missingAbove(files, rules, path)) missing.add(folder);
  }
  return [...missing];
}

/** Removes the innermost folder first. A folder that now holds something else stays. */
export async function removeEmptyFolders(files: Files, folders: readonly string[]): Promise<string[]> {
  const left: string[] = [];
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    await files.removeFolder(folder).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') left.unshift(folder);
    });
  }
  return left;
}

async function missingAbove(files: Files, rules: PathRules, path: string): Promise<string[]> {
  const folder = rules.dirname(path);
  if (folder === path || (await files.follow(folder))) return [];
  return [...(await missingAbove(files, rules, folder)), folder];
}
