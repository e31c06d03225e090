import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from './home.ts';
import { readLock, releaseLock } from './lock.ts';
import { PIPE_NAME_FILE, SOCKET_NAME } from './socket-address.ts';

/** Removes what a daemon left, the lock last; nothing if another daemon owns the home by now. */
export function removeDaemonFiles(home: Home, id: string): void {
  if (readLock(home)?.id !== id) return;
  for (const path of [home.port, home.token, join(home.dir, SOCKET_NAME), join(home.dir, PIPE_NAME_FILE)]) {
    rmSync(path, { force: true });
  }
  rmSync(home.tmp, { recursive: true, force: true });
  releaseLock(home, id);
}
