import { InstallError } from '../install-error.ts';
import type { Found } from '../machine/files.ts';
import type { Machine } from '../machine/machine.ts';
import { pathRules } from '../machine/path-rules.ts';

const [READ_BY_OTHERS, ENTERED_BY_OTHERS] = [0o004, 0o001];
const [WRITABLE, STICKY] = [0o022, 0o1000];

/**
 * At the system level every user's browser runs these files. Every user must be able to run them, and none may be able
 * to replace them. The same applies to each folder above them.
 */
export async function assertSafeForEveryone(machine: Machine, paths: readonly string[]): Promise<void> {
  if (machine.uid === undefined) return;
  for (const path of paths) {
    for (const part of [...partsOf(path), ...partsOf(machine.realPath(path) ?? path)]) {
      const found = await machine.files.follow(part);
      const fault = found && faultOf(found);
      if (!fault) continue;
      throw new InstallError(
        'not-for-everyone',
        `${path} cannot serve every user, because ${part} ${fault}. ` +
          'Install Node and bproxy as root, in a place such as /usr/local, and run this again.',
      );
    }
  }
}

function faultOf({ kind, mode = 0, uid = 0 }: Found): string | undefined {
  if (uid !== 0) return `belongs to the user ${uid}, who could replace it`;
  // In a sticky folder such as /tmp, others cannot replace the files of root.
  if ((mode & WRITABLE) !== 0 && (mode & STICKY) === 0) return 'can be changed by others';
  if (kind === 'folder' && (mode & ENTERED_BY_OTHERS) === 0) return 'cannot be entered by others';
  if (kind === 'file' && (mode & READ_BY_OTHERS) === 0) return 'cannot be read by others';
  return undefined;
}

/** Returns the path and every folder above it. */
function partsOf(path: string): string[] {
  const { dirname } = pathRules('linux');
  const parts = [path];
  for (let above = dirname(path); above !== parts.at(-1); above = dirname(above)) parts.push(above);
  return parts;
}
