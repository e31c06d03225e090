import { HOME_FILES } from '@bproxy/shared';
import { InstallError } from './install-error.ts';
import type { Base } from './machine/base.ts';
import type { Files } from './machine/files.ts';
import { removeEmptyFolders } from './machine/folders.ts';
import type { UninstallOptions } from './plan/options.ts';

/** The files of the programs and of the owner in a home. Other files are not bproxy's and stay. */
const STATE = Object.values(HOME_FILES);

/** Refuses before anything is removed. */
export async function assertCanPurge(files: Files, base: Base, options: UninstallOptions): Promise<void> {
  if (options.browsers.length + options.userDataDirs.length > 0) {
    throw new InstallError(
      'bad-path',
      '--purge removes everything; leave out --browser and --user-data-dir, or --purge.',
    );
  }
  if (await files.look(base.rules.join(base.folder, HOME_FILES.lock))) {
    throw new InstallError(
      'in-use',
      `A daemon may still work in ${base.folder}. Close the browser, run \`bproxy service stop\`, and run this again.`,
    );
  }
}

/** Returns the removed paths. */
export async function purge(files: Files, base: Base): Promise<string[]> {
  const gone: string[] = [];
  for (const path of STATE.map((name) => base.rules.join(base.folder, name))) {
    if (!(await files.look(path))) continue;
    await files.removeTree(path);
    gone.push(path);
  }
  await removeEmptyFolders(files, [base.folder]);
  return gone;
}
