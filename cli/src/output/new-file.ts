import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, HOME_FILES, SESSION_FOLDERS } from '@bproxy/shared';

/** The private folder of a session, which is deleted with it. */
export function sessionFolder(home: string, session: string): string {
  return join(home, HOME_FILES.tmp, SESSION_FOLDERS, session);
}

interface Kept {
  folder: string;
  /** What it is, for the name: screenshot, text. */
  name: string;
  extension: string;
  content: string | Uint8Array;
  now: number;
}

/** Writes a private file, in the place of an older one. A link there is replaced, not followed. */
export function keepAs(file: string, content: string, now: number): void {
  const partial = `${file}.${process.pid}-${now}`;
  writeFileSync(partial, content, { flag: 'wx', mode: 0o600 });
  renameSync(partial, file);
}

/** Writes a new private file and returns its path. Two commands may end in the same millisecond. */
export function keepNew({ folder, name, extension, content, now }: Kept): string {
  const stem = `${name}-${new Date(now).toISOString().replaceAll(':', '-')}`;
  for (let attempt = 1; ; attempt += 1) {
    const file = join(folder, `${stem}${attempt === 1 ? '' : `-${attempt}`}.${extension}`);
    try {
      // The page may show private data.
      writeFileSync(file, content, { flag: 'wx', mode: 0o600 });
      return file;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST' || attempt === 100) throw error;
    }
  }
}
