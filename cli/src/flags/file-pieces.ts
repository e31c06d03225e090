import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '@bproxy/shared';

const PIECE_BYTES = 1024 * 1024;
const POLL_MS = 10;
/** Names of pipes that are already open, as the shell passes them for \`<(command)\`. */
const OPEN_ALREADY = /^\/(?:dev\/fd|proc\/self\/fd)\//;

/**
 * Reads a file or a named pipe in pieces. It never blocks in a system call: neither a deadline nor the end of the
 * program can stop a thread that does.
 */
export async function* piecesOf(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  // Windows has no O_NONBLOCK.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    let waitsForWriter = fstatSync(file).isFIFO() && !OPEN_ALREADY.test(path);
    for (;;) {
      const piece = readNow(file);
      if (piece && piece.byteLength > 0) yield piece;
      else if (piece && !waitsForWriter) return;
      else await sleep(POLL_MS, undefined, { signal });
      // The system reports the end before the first writer has opened the pipe, and "not yet" while there is a writer.
      if (!piece || piece.byteLength > 0) waitsForWriter = false;
    }
  } finally {
    closeSync(file);
  }
}

/** Undefined while there is nothing to read yet, empty at the end. */
function readNow(file: number): Uint8Array | undefined {
  const buffer = Buffer.allocUnsafe(PIECE_BYTES);
  try {
    return buffer.subarray(0, readSync(file, buffer));
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') return undefined;
    throw error;
  }
}
