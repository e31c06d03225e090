import { PROTOCOL_VERSION } from '@bproxy/shared';
import type { Home } from '../home/home.ts';
import { runningDaemon } from '../spawn-daemon.ts';
import { VERSION } from '../version.ts';

/** Checks only the process: no token, no connection. */
export function status(home: Home) {
  const daemon = runningDaemon(home);
  return {
    running: daemon !== undefined,
    ...(daemon ? { pid: daemon.pid, port: daemon.port } : {}),
    version: VERSION,
    protocolVersion: PROTOCOL_VERSION,
  };
}
