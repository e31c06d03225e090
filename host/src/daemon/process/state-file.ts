import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Log } from '../context.ts';

/**
 * Returns what writes a text to the file, if it is another one than the last. At once, so that what a caller has
 * been told is on the disk by then. It is for a crash of the daemon, not of the machine: after that there is no
 * browser to come back to.
 */
export function stateFile(path: string, log: Log): (text: string) => void {
  let written: string | undefined;
  let failing = false;
  return (text) => {
    if (text === written) return;
    try {
      // One writer, and no sync: what a library does for others costs several times as much.
      writeFileSync(`${path}.0`, text, { mode: 0o600 });
      renameSync(`${path}.0`, path);
      written = text;
      failing = false;
    } catch (error) {
      // A full disk: the daemon goes on, and tries again with the next change.
      if (!failing) log.warn('state_not_saved', { error: String(error) });
      failing = true;
    }
  };
}

export function readStateFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
