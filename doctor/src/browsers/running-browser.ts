import { readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** The process that uses a data folder, by the link that Chromium keeps there on Linux and macOS. */
export function browserProcess(userDataDir: string): number | undefined {
  try {
    const pid = Number(/-(\d+)$/.exec(readlinkSync(join(userDataDir, 'SingletonLock')))?.[1] ?? 0);
    if (pid === 0) return undefined;
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}
