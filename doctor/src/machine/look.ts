import { accessSync, constants, lstatSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { isRecord, parseJson } from './guards.ts';

/** Nothing that the doctor reads is longer; a hostile file must not fill the memory. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Undefined if it cannot be read: to the doctor, that is as good as not there. */
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

/** The permission bits, as `chmod` takes them. */
export function modeOf(stats: Stats): string {
  return (stats.mode & 0o7777).toString(8).padStart(4, '0');
}

function quietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
