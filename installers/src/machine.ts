import { readdirSync, realpathSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';

/** What the installer asks of the computer it runs on; tests give another one. */
export interface Machine {
  platform: string;
  env: Readonly<Record<string, string | undefined>>;
  homeDir: string;
  tempDir: string;
  /** Undefined on Windows, which has no such thing. */
  uid: number | undefined;
  execPath: string;
  /** The names in a folder, or undefined when there is no such folder. */
  listFolder(path: string): string[] | undefined;
  /** Undefined when nothing is there. */
  realPath(path: string): string | undefined;
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
  };
}

/** An unreadable folder is as good as none: nothing could be written there either. */
function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
