import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import type { Context } from '../commands/command.ts';
import { CommandFailure } from '../output/failure.ts';

/** The limit for one command of the host program. A restart may take more than half of it; most take milliseconds. */
export const HOST_LIMIT_MS = 60_000;

/** Returns the absolute path of the host program. bproxy starts it and never imports it. */
export function findHostBinary({ env, programDir }: Pick<Context, 'env' | 'programDir'>): string {
  const chosen = env['BPROXY_SERVICE_BIN'];
  if (chosen) {
    const path = resolve(chosen);
    if (isFile(path)) return path;
    throw new CommandFailure(`BPROXY_SERVICE_BIN names ${path}, which is not a file.`);
  }
  const near = [
    resolve(programDir, '../../host/dist/bproxy-host.mjs'),
    resolve(programDir, 'bproxy-host.mjs'),
  ].find(isFile);
  const found = near ?? onPath(env);
  if (found) return found;
  throw new CommandFailure(
    'The program bproxy-host was not found: build it with `pnpm build`, put it on the PATH, or set BPROXY_SERVICE_BIN.',
  );
}

function onPath(env: Context['env']): string | undefined {
  const name = process.platform === 'win32' ? 'bproxy-host.exe' : 'bproxy-host';
  const folders = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return isFile(path);
  } catch {
    return false;
  }
}
