import { chmod, lstat, mkdir, readFile, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { codeOf } from '@bproxy/shared';
import writeFileAtomic from 'write-file-atomic';

export interface Found {
  kind: 'file' | 'folder' | 'link' | 'other';
  /** Both are undefined on Windows, where they have no meaning. */
  mode: number | undefined;
  uid: number | undefined;
}

/**
 * The file system, as far as the installer uses it. Only `write` is more than one call: a file appears complete or not
 * at all.
 */
export interface Files {
  /** Examines the path itself. Undefined if nothing is there. */
  look(path: string): Promise<Found | undefined>;
  /** Examines the target at the end of all links. */
  follow(path: string): Promise<Found | undefined>;
  /** Undefined if there is nothing to read. */
  read(path: string): Promise<Buffer | undefined>;
  write(path: string, content: string | Buffer, mode: number): Promise<void>;
  remove(path: string): Promise<void>;
  makeFolder(path: string, mode: number): Promise<void>;
  /** Fails unless the folder is empty. */
  removeFolder(path: string): Promise<void>;
  /** Removes a file, or a folder with its contents. */
  removeTree(path: string): Promise<void>;
}

export const realFiles: Files = {
  look: async (path) => foundIn(await orNothing(lstat(path))),
  follow: async (path) => foundIn(await orNothing(stat(path))),
  read: (path) => orNothing(readFile(path)),
  write: (path, content, mode) => writeFileAtomic(path, content, { mode }),
  remove: unlink,
  makeFolder: async (path, mode) => {
    await mkdir(path);
    // The caller's umask must not decide who may enter.
    await chmod(path, mode);
  },
  removeFolder: rmdir,
  removeTree: (path) => rm(path, { recursive: true }),
};

type Status = Awaited<ReturnType<typeof lstat>>;

function foundIn(status: Status | undefined): Found | undefined {
  if (!status) return undefined;
  const isWindows = process.platform === 'win32';
  return {
    kind: kindOf(status),
    mode: isWindows ? undefined : Number(status.mode) & 0o7777,
    uid: isWindows ? undefined : Number(status.uid),
  };
}

function kindOf(status: Status): Found['kind'] {
  if (status.isSymbolicLink()) return 'link';
  if (status.isDirectory()) return 'folder';
  return status.isFile() ? 'file' : 'other';
}

/** Treats a path that leads through a file like a path that does not exist. */
function orNothing<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined;
    throw error;
  });
}
