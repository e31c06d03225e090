import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { basename } from 'node:path';
import { fileTrouble, MOST_UPLOAD_BYTES, SENT_PART_BYTES } from '@bproxy/shared';
import { CommandFailure } from '../output/failure.ts';
import { mediaTypeOf } from './media-types.ts';

/** A file as the request describes it. */
export interface GivenFile {
  name: string;
  size: number;
  type: string;
  sha256: string;
}

/** Reads the files that the user named, and fails before anything is sent if one of them cannot be uploaded. */
export function describeFiles(paths: readonly string[]): GivenFile[] {
  // All of them are looked at before the first is read.
  for (const path of paths) opened(path, () => {});
  return paths.map((path) => ({
    name: basename(path),
    type: mediaTypeOf(path),
    ...opened(path, (file, { size }) => ({ size, sha256: digestOf(file) })),
  }));
}

export function totalSize(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + opened(path, (_file, { size }) => size), 0);
}

/** The parts of a file from this byte on. */
export async function sendParts(
  path: string,
  start: number,
  sendPart: (from: number, bytes: Uint8Array) => Promise<boolean>,
): Promise<boolean> {
  for (let from = start; ; ) {
    const bytes = opened(path, (file) => readAt(file, from));
    if (bytes.byteLength === 0) return true;
    if (!(await sendPart(from, bytes))) return false;
    from += bytes.byteLength;
  }
}

function opened<T>(path: string, work: (file: number, stats: Stats) => T): T {
  let file: number | undefined;
  try {
    // Without O_NONBLOCK, opening a pipe waits for its writer. Windows has none.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(file);
    const trouble = troubleWith(stats);
    if (trouble) throw new CommandFailure(`Nothing was sent: ${path}: ${trouble}.`);
    return work(file, stats);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(`Nothing was sent: ${fileTrouble(error)}.`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function troubleWith(stats: Stats): string | undefined {
  if (stats.isDirectory()) return 'it is a folder, not a file';
  if (!stats.isFile()) return 'it is not a regular file';
  if (stats.size === 0) return 'it is empty';
  const most = MOST_UPLOAD_BYTES / 1024 / 1024;
  return stats.size > MOST_UPLOAD_BYTES
    ? `it is larger than ${most} MiB, the most that bproxy uploads`
    : undefined;
}

function digestOf(file: number): string {
  const hash = createHash('sha256');
  for (let from = 0; ; ) {
    const bytes = readAt(file, from);
    if (bytes.byteLength === 0) return hash.digest('hex');
    hash.update(bytes);
    from += bytes.byteLength;
  }
}

function readAt(file: number, from: number): Uint8Array {
  const buffer = Buffer.allocUnsafe(SENT_PART_BYTES);
  return buffer.subarray(0, readSync(file, buffer, 0, SENT_PART_BYTES, from));
}
