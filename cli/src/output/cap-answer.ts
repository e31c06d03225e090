import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Action, fileTrouble } from '@bproxy/shared';
import type { Context } from '../commands/command.ts';
import type { FlagValues } from '../flags/flag-values.ts';
import { homeOf, isPlain, sessionOf } from '../flags/global-flags.ts';
import { CommandFailure } from './failure.ts';
import { keepAs, keepNew, sessionFolder } from './new-file.ts';
import { shorten } from './shorten.ts';

interface Read {
  action: Action;
  limit: number;
  values: FlagValues;
  context: Context;
}

/** Refuses a file that cannot be written before anything is read. */
export function checkOut(path: string): void {
  if (statSync(dirname(resolve(path)), { throwIfNoEntry: false })?.isDirectory()) return;
  throw new CommandFailure('Nothing was read: the folder of --out is not there.');
}

/** Cuts the content of an answer, says what was cut, and puts the whole of it into a file. */
export async function capAnswer(data: Record<string, unknown>, read: Read): Promise<object> {
  const { values, limit } = read;
  const { data: short, shown, whole } = shorten(data, limit, await lineIn(read));
  const out = values.string('out');
  if (shown === undefined && out === undefined) return data;
  const cut = shown === undefined ? {} : { cut: shown };
  const size = Buffer.byteLength(whole);
  if (out !== undefined) return { ...short, ...cut, file: writeOut(out, whole, read), size };
  try {
    return { ...short, ...cut, file: writeKept(whole, read, data), size };
  } catch (error) {
    // The read is worth more than its rest.
    return { ...short, cut: `${shown}; the rest could not be kept: ${fileTrouble(error)}` };
  }
}

/** An entry of a list as a line of the file. */
async function lineIn({ action, values, context }: Read): Promise<(entry: unknown) => string> {
  if (!isPlain(values, context.env)) return (entry) => JSON.stringify(entry);
  const [{ entryLine }, { ownFieldsOf }] = await Promise.all([
    import('../plain/entries.ts'),
    import('../plain/words.ts'),
  ]);
  return (entry) => entryLine(entry, ownFieldsOf(action));
}

function writeOut(out: string, whole: string, { context }: Read): string {
  const file = resolve(out);
  try {
    keepAs(file, whole, context.now());
    return file;
  } catch (error) {
    throw new CommandFailure(`The page was read and could not be kept: ${fileTrouble(error)}.`);
  }
}

function writeKept(content: string, { action, values, context }: Read, data: object): string {
  const folder = sessionFolder(homeOf(values, context.env), sessionOf(values));
  const isList = Object.values(data).some(Array.isArray) && !isPlain(values, context.env);
  const extension = isList ? 'jsonl' : 'html' in data ? 'html' : 'txt';
  return keepNew({ folder, name: action, extension, content, now: context.now() });
}
