import { execFile } from 'node:child_process';
import { readdirSync, realpathSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { win32 } from 'node:path';
import { promisify } from 'node:util';
import { NODE_VARIABLES } from '@bproxy/manifests';
import { type Files, realFiles } from './files.ts';
import { type Registry, registryBy } from './registry.ts';

/** The facts and functions of the computer that the installer uses. Tests replace them. */
export interface Machine {
  platform: string;
  env: Readonly<Record<string, string | undefined>>;
  homeDir: string;
  tempDir: string;
  /** Undefined on Windows, which has no uid. */
  uid: number | undefined;
  execPath: string;
  /** Returns the names in a folder. Undefined if the folder does not exist. */
  listFolder(path: string): string[] | undefined;
  /** Undefined if nothing is there. */
  realPath(path: string): string | undefined;
  /** Returns the output of `node --version`. Rejects if Node does not run. */
  nodeVersion(node: string): Promise<string>;
  files: Files;
  /** Used only on Windows. */
  registry: Registry;
}

export function thisMachine(): Machine {
  return {
    platform: process.platform,
    env: process.env,
    homeDir: homedir(),
    tempDir: tmpdir(),
    uid: process.getuid?.(),
    execPath: process.execPath,
    listFolder: (path) => orUndefined(() => readdirSync(path)),
    realPath: (path) => orUndefined(() => realpathSync(path)),
    nodeVersion: askNodeVersion,
    files: realFiles,
    registry: registryBy(win32.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe')),
  };
}

export async function askNodeVersion(node: string): Promise<string> {
  const blank = Object.fromEntries(NODE_VARIABLES.map((name) => [name, undefined]));
  const options = { env: { ...process.env, ...blank }, timeout: 10_000 };
  const { stdout } = await promisify(execFile)(node, ['--version'], options);
  return stdout.trim();
}

/** Treats an unreadable folder as missing: nothing could be written there either. */
function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
