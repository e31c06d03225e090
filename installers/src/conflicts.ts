import { lstat, readFile } from 'node:fs/promises';
import { InstallError } from './install-error.ts';
import type { FileWrite } from './plan.ts';
import { isOurs, type Receipt } from './receipt.ts';

/** Refuses before anything is written when a file stands in the way that this home's install did not write. */
export async function assertNoConflicts(
  writes: readonly FileWrite[],
  receipt: Receipt | undefined,
): Promise<void> {
  const conflicts: string[] = [];
  for (const write of writes) {
    const conflict = await conflictOf(write, receipt);
    if (conflict) conflicts.push(`${write.path} ${conflict}`);
  }
  if (conflicts.length === 0) return;
  throw new InstallError(
    'conflict',
    `Nothing was installed, because this is not bproxy's to overwrite: ${conflicts.join('; ')}. ` +
      'If you no longer need it, delete it (another bproxy home: run its `bproxy uninstall`) and run this again.',
  );
}

async function conflictOf(write: FileWrite, receipt: Receipt | undefined): Promise<string | undefined> {
  const found = await lstat(write.path).catch(() => undefined);
  if (!found) return undefined;
  if (!found.isFile()) return found.isSymbolicLink() ? 'is a link to another file' : 'is not a file';
  const content = await readFile(write.path);
  // Word for word what would be written: an earlier install that lost its receipt.
  if (content.equals(Buffer.from(write.content)) || isOurs(receipt, write.path, content)) return undefined;
  const listed = receipt?.files.some(({ path }) => path === write.path);
  return listed ? 'was changed after bproxy wrote it' : 'was written by something else';
}
