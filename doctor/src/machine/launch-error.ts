import { join } from 'node:path';
import { LAUNCH_ERROR_FILE } from '@bproxy/manifests';
import { readText, statOf } from './look.ts';

/** What the launcher wrote when it could not start the host. */
export interface LaunchError {
  path: string;
  lines: string[];
  writtenAt: number;
}

export function launchErrorPath(home: string): string {
  return join(home, 'logs', LAUNCH_ERROR_FILE);
}

export function readLaunchError(home: string): LaunchError | undefined {
  const path = launchErrorPath(home);
  const text = readText(path);
  const stats = statOf(path);
  return text === undefined || !stats
    ? undefined
    : { path, lines: text.trim().split('\n'), writtenAt: stats.mtimeMs };
}
