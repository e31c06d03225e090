import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Log } from '../context.ts';

/**
 * Returns a function that writes a text to the file if it differs from the last one. It writes synchronously, so the
 * state is on disk before the caller gets its answer. The file covers a crash of the daemon, not of the machine: after
 * a machine crash there is no browser to reconnect to.
 */
export function stateFile(path: string, log: Log): (text: string) => void {
  let written: string | undefined;
  let failing = false;
  return (text) => {
    if (text === written) return;
    try {
      // There is one writer and no sync is needed. A library that covers more cases costs several times as much.
      writeFileSync(`${path}.0`, text, { mode: 0o600 });
      renameSync(`${path}.0`, path);
      written = text;
      failing = false;
    } catch (error) {
      // The disk may be full: the daemon continues and retries with the next change.
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
