import { lstat, readFile, unlink } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';
import { makeFolder, missingFolders, removeEmptyFolders } from './folders.ts';
import { InstallError } from './install-error.ts';
import type { FileWrite } from './plan.ts';

export type WriteStatus = 'written' | 'unchanged' | 'planned';

interface Before {
  path: string;
  content: Buffer | undefined;
  mode: number;
}

/** All the writes or none: each file appears whole, and after a failure the files and folders are as before. */
export async function applyWrites(writes: readonly FileWrite[]): Promise<Map<string, WriteStatus>> {
  const statuses = new Map<string, WriteStatus>();
  const undo: Before[] = [];
  const made: string[] = [];
  try {
    for (const folder of await missingFolders(writes.map(({ path }) => path))) {
      await makeFolder(folder);
      made.push(folder);
    }
    for (const write of writes) {
      const before = await readBefore(write.path);
      if (isSame(before, write)) {
        if (!statuses.has(write.path)) statuses.set(write.path, 'unchanged');
        continue;
      }
      undo.push(before);
      await writeFileAtomic(write.path, write.content, { mode: write.mode });
      statuses.set(write.path, 'written');
    }
  } catch (error) {
    for (const before of undo.reverse()) await restore(before);
    await removeEmptyFolders(made);
    throw writeFailed(error);
  }
  return statuses;
}

async function readBefore(path: string): Promise<Before> {
  const found = await lstat(path).catch(() => undefined);
  if (!found) return { path, content: undefined, mode: 0 };
  return { path, content: await readFile(path), mode: found.mode & 0o777 };
}

function isSame({ content, mode }: Before, write: FileWrite): boolean {
  return mode === write.mode && (content?.equals(Buffer.from(write.content)) ?? false);
}

/** Best effort: the first failure is the one to report. */
async function restore({ path, content, mode }: Before): Promise<void> {
  const restored = content ? writeFileAtomic(path, content, { mode }) : unlink(path);
  await restored.catch(() => undefined);
}

function writeFailed(error: unknown): InstallError {
  const cause = error instanceof Error ? error.message : String(error);
  return new InstallError(
    'write-failed',
    `Nothing was installed, because a file could not be written: ${cause}. Make it writable and run this again.`,
    { cause: error },
  );
}
