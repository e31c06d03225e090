import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '@bproxy/shared';

const PIECE_BYTES = 1024 * 1024;
const POLL_MS = 10;
/** Names of pipes that are open already, as the shell gives them for \`<(command)\`. */
const OPEN_ALREADY = /^\/(?:dev\/fd|proc\/self\/fd)\//;

/**
 * What is in a file, also in a named pipe. It never waits in the system: a thread that does can be ended neither by
 * a deadline nor by the end of the program.
 */
export async function* piecesOf(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  // Windows has no such flag.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    let waitsForWriter = fstatSync(file).isFIFO() && !OPEN_ALREADY.test(path);
    for (;;) {
      const piece = readNow(file);
      if (piece && piece.byteLength > 0) yield piece;
      else if (piece && !waitsForWriter) return;
      else await sleep(POLL_MS, undefined, { signal });
      // The system says "the end" before the first writer has come, and "not yet" while there is one.
      if (!piece || piece.byteLength > 0) waitsForWriter = false;
    }
  } finally {
    closeSync(file);
  }
}

/** Undefined while there is nothing to read yet; empty at the end. */
function readNow(file: number): Uint8Array | undefined {
  const buffer = Buffer.allocUnsafe(PIECE_BYTES);
  try {
    return buffer.subarray(0, readSync(file, buffer));
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') return undefined;
    throw error;
  }
}
