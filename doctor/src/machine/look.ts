import { execFile } from 'node:child_process';
import { accessSync, constants, lstatSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { isRecord, parseJson } from '@bproxy/shared';

/** The doctor reads nothing longer: a hostile file must not fill the memory. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Long enough for a system program on a busy computer. */
const PROGRAM_MS = 10_000;

/** Undefined if the file cannot be read. The doctor treats that as missing. */
export function readText(path: string): string | undefined {
  return quietly(() => {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= MAX_BYTES ? readFileSync(path, 'utf8') : undefined;
  });
}

export function readObject(path: string): Record<string, unknown> | undefined {
  const text = readText(path);
  const value = text === undefined ? undefined : parseJson(text);
  return isRecord(value) ? value : undefined;
}

export function statOf(path: string): Stats | undefined {
  return quietly(() => statSync(path, { throwIfNoEntry: false }));
}

export function linkStatOf(path: string): Stats | undefined {
  return quietly(() => lstatSync(path, { throwIfNoEntry: false }));
}

export function isExecutable(path: string): boolean {
  return (
    quietly(() => {
      accessSync(path, constants.X_OK);
      return true;
    }) ?? false
  );
}

export function namesIn(folder: string): string[] {
  return quietly(() => readdirSync(folder)) ?? [];
}

/** Returns the output of a system program. Undefined if it is missing, fails or does not end. */
export async function outputOf(program: string, ...words: string[]): Promise<string | undefined> {
  const options = { timeout: PROGRAM_MS, windowsHide: true, maxBuffer: 8 * 1024 * 1024 };
  const printed = await promisify(execFile)(program, words, options).catch(() => undefined);
  return printed?.stdout;
}

/** Returns the permission bits in the format of `chmod`. */
export function modeOf(stats: Stats): string {
  return (stats.mode & 0o7777).toString(8).padStart(4, '0');
}

/** Returns a text from an untrusted object. Empty if it is not a text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function quietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
