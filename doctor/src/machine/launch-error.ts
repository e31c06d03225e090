import { join } from 'node:path';
import { HOME_FILES, LOG_FILES } from '@bproxy/shared';
import { readText, statOf } from './look.ts';

/** The launcher's record of a failure to start the host. */
export interface LaunchError {
  path: string;
  lines: string[];
  writtenAt: number;
}

export function launchErrorPath(home: string): string {
  return join(home, HOME_FILES.logs, LOG_FILES.launchError);
}

export function readLaunchError(home: string): LaunchError | undefined {
  const path = launchErrorPath(home);
  const text = readText(path);
  const stats = statOf(path);
  return text === undefined || !stats
    ? undefined
    : { path, lines: text.trim().split('\n'), writtenAt: stats.mtimeMs };
}
