import { type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Lets Node cache the compiled program, which saves a command some milliseconds. By default, Node uses a folder that
 * every user can write to, and changing the cache changes the program. The cache is therefore in the state folder, if
 * that exists and only its owner can enter it.
 */
export function keepCompiled(
  env: NodeJS.ProcessEnv,
  compiler: object,
  uid: number | null = process.getuid ? process.getuid() : null,
): void {
  if (!keepsCompiled(compiler)) return;
  const home = env['BPROXY_HOME'] || join(homedir(), '.bproxy');
  try {
    // This is `HOME_FILES.cache`. An import would be one more file to read before the cache is on.
    if (isPrivate(statSync(home), uid)) compiler.enableCompileCache(join(home, 'cache'));
  } catch {
    // The folder does not exist, or cannot be examined.
  }
}

/** On Windows, a user's own folders are private. */
function isPrivate(stat: Stats, uid: number | null): boolean {
  return stat.isDirectory() && (uid === null || (stat.uid === uid && (stat.mode & 0o077) === 0));
}

/** Node has this function since 22.1. */
function keepsCompiled(compiler: object): compiler is { enableCompileCache(folder: string): unknown } {
  return 'enableCompileCache' in compiler && typeof compiler.enableCompileCache === 'function';
}
