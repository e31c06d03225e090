import { appendFileSync, renameSync, statSync } from 'node:fs';
import { type Home, makePrivateFolder } from '../home/home.ts';

const MAX_BYTES = 1_000_000;

export type LinkLog = (event: string, fields?: Record<string, unknown>) => void;

/**
 * A plain file, because the link has no dependencies. The link never parses the messages it passes on, so it never
 * logs them.
 */
export function openLinkLog(home: Home): LinkLog {
  const path = home.linkLog;
  return (event, fields = {}) => {
    const line = JSON.stringify({ level: 'info', ts: Date.now(), pid: process.pid, event, ...fields });
    try {
      makePrivateFolder(home.logs);
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) renameSync(path, `${path}.1`);
      appendFileSync(path, `${line}\n`, { mode: 0o600 });
    } catch {
      // A full disk must not end the connection.
    }
  };
}
