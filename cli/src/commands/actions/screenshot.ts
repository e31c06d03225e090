import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { codeOf, fileTrouble, makeFolders } from '@bproxy/shared';
import { CommandFailure } from '../../output/failure.ts';
import type { Override } from '../protocol-command.ts';

const FOLDERS = {
  make: (path: string) => mkdirSync(path),
  isFolder: (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false,
  above: dirname,
};

/** With --output-dir, the picture becomes a file: base64 would only fill the context of an agent. */
export const screenshot: Override<'screenshot'> = {
  flags: [
    {
      name: 'output-dir',
      kind: 'string',
      summary: 'Write the picture to a new file in this folder, and print its path.',
    },
  ],
  /** Rejects an unusable folder before the picture is taken. */
  async params(values) {
    const folder = values.string('output-dir');
    if (folder !== undefined) saying('No picture was taken', () => makeFolders(resolve(folder), FOLDERS));
    return {};
  },
  async finish(data, values, context) {
    const folder = values.string('output-dir');
    if (folder === undefined) return data;
    const { base64, format, ...rest } = data;
    if (typeof base64 !== 'string' || (format !== 'png' && format !== 'jpeg')) {
      throw new CommandFailure('The answer of the daemon holds no picture; update bproxy and the extension.');
    }
    const picture = Buffer.from(base64, 'base64');
    const file = store(resolve(folder), format === 'png' ? 'png' : 'jpg', picture, context.now());
    return { format, file, size: picture.length, ...rest };
  },
};

function store(folder: string, extension: string, picture: Buffer, now: number): string {
  const stem = `screenshot-${new Date(now).toISOString().replaceAll(':', '-')}`;
  return saying('The picture was taken and could not be kept', () =>
    writeNew(folder, stem, extension, picture),
  );
}

function saying<T>(outcome: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new CommandFailure(`${outcome}: ${fileTrouble(error)}. Name another folder with --output-dir.`);
  }
}

/** Never overwrites another picture: two commands may end in the same millisecond. */
function writeNew(folder: string, stem: string, extension: string, picture: Buffer): string {
  for (let attempt = 1; ; attempt += 1) {
    const file = join(folder, `${stem}${attempt === 1 ? '' : `-${attempt}`}.${extension}`);
    try {
      // The page may show private data.
      writeFileSync(file, picture, { flag: 'wx', mode: 0o600 });
      return file;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST' || attempt === 100) throw error;
    }
  }
}
