import { readFileSync } from 'node:fs';
import type { Context } from './command.ts';
import { CommandFailure, messageOf } from './failure.ts';

/** The text of a file that a flag names, exactly as it is. */
export function readTextFile(path: string, flag: string): string {
  return decode(readBytes(path, flag), flag);
}

/** The text on stdin, exactly as it is. */
export async function readTextStdin(context: Context, flag: string): Promise<string> {
  return decode(await context.readStdin(), flag);
}

function readBytes(path: string, flag: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new CommandFailure(`The file of ${flag} cannot be read: ${messageOf(error)}.`);
  }
}

function decode(bytes: Uint8Array, flag: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandFailure(`The text of ${flag} is not UTF-8.`);
  }
}
