/** The meaning of the system's error codes, for use in a sentence. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'the system does not let you use it',
  EBUSY: 'another program uses it',
  EDQUOT: 'your share of the disk is full',
  EEXIST: 'something else of that name is there',
  EISDIR: 'it is a folder, not a file',
  ELOOP: 'its symbolic links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ENFILE: 'too many files are open',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EPERM: 'the system does not let you use it',
  EROFS: 'that disk is read-only',
};

/** The code of a system error, such as ENOENT. Empty for other errors. */
export function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}

/** The message of a thrown value, for use in a sentence. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Why a file could not be used, for people: the path, and words instead of the system's code. */
export function fileTrouble(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const isRefusal = codeOf(thrown) === 'ENOENT' && 'syscall' in thrown && thrown.syscall === 'mkdir';
  const reason = isRefusal ? 'no folder can be made there' : REASONS[codeOf(thrown)];
  if (reason === undefined) return thrown.message;
  return 'path' in thrown ? `${String(thrown.path)}: ${reason}` : reason;
}

/** The functions of the file system that create a folder. */
export interface FolderSystem {
  make(path: string): void;
  isFolder(path: string): boolean;
  above(path: string): string;
}

/**
 * Creates a folder and its missing parents. Node's `recursive` option is not used: it never returns if the system
 * answers ENOENT to a new folder, as in /proc.
 */
export function makeFolders(path: string, system: FolderSystem): void {
  if (isMade(path, system)) return;
  makeFolders(system.above(path), system);
  isMade(path, system);
}

/** False if the folder above is missing. */
function isMade(path: string, system: FolderSystem): boolean {
  if (system.isFolder(path)) return true;
  try {
    system.make(path);
    return true;
  } catch (error) {
    // Another process may have been faster.
    if (system.isFolder(path)) return true;
    const above = system.above(path);
    if (codeOf(error) === 'ENOENT' && above !== path && !system.isFolder(above)) return false;
    throw error;
  }
}
