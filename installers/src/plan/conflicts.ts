import { InstallError } from '../install-error.ts';
import type { Machine } from '../machine/machine.ts';
import { isPrintedAs } from '../machine/registry.ts';
import { isOurFile, isOurKey, type Receipt } from '../receipt/receipt.ts';
import { placeOf } from './apply.ts';
import type { FileWrite, RegistryWrite, Write } from './plan.ts';

type Disk = Pick<Machine, 'files' | 'registry'>;

/** Refuses, before the first write, to overwrite anything that this install did not write. */
export async function assertNoConflicts(
  disk: Disk,
  writes: readonly Write[],
  receipt: Receipt | undefined,
): Promise<void> {
  const conflicts: string[] = [];
  for (const write of writes) {
    const conflict = await conflictOf(disk, write, receipt);
    if (conflict) conflicts.push(`${placeOf(write)} ${conflict}`);
  }
  if (conflicts.length === 0) return;
  throw new InstallError(
    'conflict',
    `Nothing was installed, because this is not bproxy's to overwrite: ${conflicts.join('; ')}. ` +
      'If you no longer need it, delete it (another bproxy home: run its `bproxy uninstall`) and run this again.',
  );
}

/**
 * Describes the conflict at the place of one write, if any. The text completes a sentence that begins with the place.
 */
export function conflictOf(
  disk: Disk,
  write: Write,
  receipt: Receipt | undefined,
): Promise<string | undefined> {
  return write.kind === 'file' ? fileConflict(disk, write, receipt) : keyConflict(disk, write, receipt);
}

async function fileConflict(
  { files }: Disk,
  write: FileWrite,
  receipt: Receipt | undefined,
): Promise<string | undefined> {
  const found = await files.look(write.path);
  if (!found) return undefined;
  if (found.kind !== 'file') return found.kind === 'link' ? 'is a link to another file' : 'is not a file';
  const content = await files.read(write.path);
  // The content is exactly the planned one: it is from an earlier install that lost its receipt.
  if (!content || content.equals(Buffer.from(write.content)) || isOurFile(receipt, write.path, content)) {
    return undefined;
  }
  const listed = receipt?.files.some(({ path }) => path === write.path);
  return listed ? 'was changed after bproxy wrote it' : 'was written by something else';
}

async function keyConflict(
  { registry }: Disk,
  { key, value }: RegistryWrite,
  receipt: Receipt | undefined,
): Promise<string | undefined> {
  const printed = await registry.read(key);
  if (printed === undefined || isPrintedAs(value, printed) || isOurKey(receipt, key, printed)) {
    return undefined;
  }
  return `names another manifest (${printed})`;
}
