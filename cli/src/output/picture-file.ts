import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileTrouble, makeFolders } from '@bproxy/shared';
import type { Context } from '../commands/command.ts';
import type { FlagValues } from '../flags/flag-values.ts';
import { homeOf, sessionOf } from '../flags/global-flags.ts';
import { CommandFailure } from './failure.ts';
import { keepNew, sessionFolder } from './new-file.ts';

const FOLDERS = {
  make: (path: string) => mkdirSync(path),
  isFolder: (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false,
  above: dirname,
};

export function makeFolder(folder: string): void {
  saying('No picture was taken', () => makeFolders(resolve(folder), FOLDERS));
}

/** Puts the picture of an answer into a file of this folder, or of the session's own one. */
export function pictureFile(
  { base64, format, ...rest }: Record<string, unknown>,
  given: string | undefined,
  values: FlagValues,
  context: Context,
): object {
  if (typeof base64 !== 'string' || (format !== 'png' && format !== 'jpeg')) {
    throw new CommandFailure('The answer of the daemon holds no picture; update bproxy and the extension.');
  }
  const folder =
    given === undefined ? sessionFolder(homeOf(values, context.env), sessionOf(values)) : resolve(given);
  const content = Buffer.from(base64, 'base64');
  const extension = format === 'png' ? 'png' : 'jpg';
  const file = saying('The picture was taken and could not be kept', () =>
    keepNew({ folder, name: 'screenshot', extension, content, now: context.now() }),
  );
  return { format, file, size: content.length, ...rest };
}

function saying<T>(outcome: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new CommandFailure(`${outcome}: ${fileTrouble(error)}. Name another folder with --output-dir.`);
  }
}
