import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const LIMIT_MS = 10_000;

/** What a program of the system prints; undefined if it is not there, fails or does not end. */
export async function outputOf(program: string, ...words: string[]): Promise<string | undefined> {
  const options = { timeout: LIMIT_MS, windowsHide: true, maxBuffer: 8 * 1024 * 1024 };
  const printed = await promisify(execFile)(program, words, options).catch(() => undefined);
  return printed?.stdout;
}
