import { type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Lets Node keep the program as it has compiled it, which saves a command some milliseconds. Node's own choice for
 * the place is a folder that every user can write to, and who changes the cache changes the program: so it is kept
 * in the state folder, if that is there and its owner's alone.
 */
export function keepCompiled(
  env: NodeJS.ProcessEnv,
  compiler: object,
  uid: number | null = process.getuid ? process.getuid() : null,
): void {
  if (!keepsCompiled(compiler)) return;
  const home = env['BPROXY_HOME'] || join(homedir(), '.bproxy');
  try {
    // `HOME_FILES.cache`, spelled out: an import would be one more file to read before the cache is on.
    if (isPrivate(statSync(home), uid)) compiler.enableCompileCache(join(home, 'cache'));
  } catch {
    // A folder that is not there, or cannot be looked at.
  }
}

/** Windows gives a user's own folders to nobody else. */
function isPrivate(stat: Stats, uid: number | null): boolean {
  return stat.isDirectory() && (uid === null || (stat.uid === uid && (stat.mode & 0o077) === 0));
}

/** Node does from 22.1 on. */
function keepsCompiled(compiler: object): compiler is { enableCompileCache(folder: string): unknown } {
  return 'enableCompileCache' in compiler && typeof compiler.enableCompileCache === 'function';
}
