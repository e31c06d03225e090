import { codeOf, fileTrouble } from '@bproxy/shared';
import { InstallError } from '../install-error.ts';
import type { Files } from '../machine/files.ts';
import { missingFolders, removeEmptyFolders } from '../machine/folders.ts';
import type { Machine } from '../machine/machine.ts';
import type { PathRules } from '../machine/path-rules.ts';
import { isPrintedAs } from '../machine/registry.ts';
import type { FileWrite, RegistryWrite, Write } from './plan.ts';

export type WriteStatus = 'written' | 'unchanged' | 'planned';

export interface ApplyOptions {
  rules: PathRules;
  /** The mode of new folders. */
  folderMode: number;
}

type Undo = () => Promise<void>;

/** Performs all writes or none. Each file appears complete, and a failure restores files, keys and folders. */
export async function applyWrites(
  { files, registry }: Pick<Machine, 'files' | 'registry'>,
  writes: readonly Write[],
  { rules, folderMode }: ApplyOptions,
): Promise<Map<string, WriteStatus>> {
  const statuses = new Map<string, WriteStatus>();
  const undo: Undo[] = [];
  const made: string[] = [];
  const paths = writes.flatMap((write) => (write.kind === 'file' ? [write.path] : []));
  try {
    for (const folder of await missingFolders(files, rules, paths)) {
      await files.makeFolder(folder, folderMode);
      made.push(folder);
    }
    for (const write of writes) {
      const place = placeOf(write);
      const takeBack =
        write.kind === 'file' ? await writeFile(files, write) : await writeKey(registry, write);
      if (takeBack) undo.push(takeBack);
      if (takeBack || !statuses.has(place)) statuses.set(place, takeBack ? 'written' : 'unchanged');
    }
  } catch (error) {
    // Best effort: the first failure is the one to report.
    for (const takeBack of undo.reverse()) await takeBack().catch(() => undefined);
    await removeEmptyFolders(files, made);
    throw writeFailed(error);
  }
  return statuses;
}

/** Identifies a write by its path or its key. */
export function placeOf(write: Write): string {
  return write.kind === 'file' ? write.path : write.key;
}

/** Returns a function that undoes the write. Undefined if there was nothing to do. */
async function writeFile(files: Files, write: FileWrite): Promise<Undo | undefined> {
  const { path, content, mode } = write;
  const before = await files.read(path);
  const beforeMode = (await files.look(path))?.mode;
  if (before?.equals(Buffer.from(content)) && (beforeMode === undefined || beforeMode === mode)) {
    return undefined;
  }
  await files.write(path, content, mode);
  return () => (before ? files.write(path, before, beforeMode ?? mode) : files.remove(path));
}

async function writeKey(
  registry: Machine['registry'],
  { key, value }: RegistryWrite,
): Promise<Undo | undefined> {
  const before = await registry.read(key);
  if (before !== undefined && isPrintedAs(value, before)) return undefined;
  await registry.write(key, value);
  // The printed value can be restored only if the code page cannot have changed a letter of it.
  const isWhole = before !== undefined && /^\p{ASCII}*$/u.test(before);
  return () => (isWhole ? registry.write(key, before) : registry.remove(key));
}

const NEXT_STEPS: Readonly<Record<string, string>> = {
  ENOSPC: 'Free some space',
  EDQUOT: 'Free some space',
  EROFS: 'Make that disk writable, or name another folder,',
  ENOENT: 'Name another folder',
  ENOTDIR: 'Name another folder',
};

function writeFailed(error: unknown): InstallError {
  if (error instanceof InstallError) return error;
  const cause = fileTrouble(error);
  const next = NEXT_STEPS[codeOf(error)] ?? 'Make it writable';
  return new InstallError(
    'write-failed',
    `Nothing was written, because this failed: ${cause}. ${next} and run this again.`,
    { cause: error },
  );
}
