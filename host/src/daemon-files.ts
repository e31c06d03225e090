import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from './home.ts';
import { readLock, releaseLock } from './lock.ts';
import { PIPE_NAME_FILE, SOCKET_NAME } from './socket-address.ts';

/** Removes what a daemon left, the lock last; nothing if another daemon owns the home by now. */
export function removeDaemonFiles(home: Home, id: string): void {
  if (readLock(home)?.id !== id) return;
  const socket = [SOCKET_NAME, PIPE_NAME_FILE].map((name) => join(home.dir, name));
  for (const path of [home.ready, home.port, home.token, home.state, ...socket])
    rmSync(path, { force: true });
  rmSync(home.tmp, { recursive: true, force: true });
  releaseLock(home, id);
}
