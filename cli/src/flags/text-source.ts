import { tooLong } from '@bproxy/client/too-long';
import { fileTrouble, MAX_REQUEST_BYTES } from '@bproxy/shared';
import type { Context } from '../commands/command.ts';
import { CommandFailure } from '../output/failure.ts';
import { piecesOf } from './file-pieces.ts';

/** Reads the text of the file that a flag names, unchanged. */
export function readTextFile(path: string, flag: string, limitMs: number): Promise<string> {
  return readText((signal) => piecesOf(path, signal), `the file of ${flag}`, limitMs);
}

/** Reads the text on stdin, unchanged. */
export function readTextStdin(context: Context, flag: string, limitMs: number): Promise<string> {
  return readText((signal) => context.stdin(signal), `the text of ${flag}`, limitMs);
}

/** Limits size and time, so that neither an endless nor a silent source can block the command. */
async function readText(
  source: (signal: AbortSignal) => AsyncIterable<Uint8Array>,
  what: string,
  limitMs: number,
): Promise<string> {
  const signal = AbortSignal.timeout(limitMs);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of source(signal)) {
      pieces.push(piece);
      bytes += piece.byteLength;
      if (bytes > MAX_REQUEST_BYTES) throw tooLong(what);
    }
  } catch (error) {
    if (bytes > MAX_REQUEST_BYTES) throw error;
    if (signal.aborted)
      throw new CommandFailure(`Nothing was sent: ${what} did not end within ${limitMs} ms.`);
    throw new CommandFailure(`Nothing was sent: ${what} cannot be read. ${fileTrouble(error)}.`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces));
  } catch {
    throw new CommandFailure(`Nothing was sent: ${what} is not UTF-8.`);
  }
}
