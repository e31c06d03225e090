import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailure, codeOf, messageOf } from './failure.ts';

export const NOT_RUNNING =
  'The bproxy daemon is not running, so nothing was sent: start the browser with the bproxy extension, or run `bproxy service start`.';

/** The port that the daemon of this home listens on. */
export function readPort(home: string): number {
  const path = join(home, 'port');
  const text = readText(path).trim();
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw new CommandFailure(`The port file ${path} holds no port; run \`bproxy service restart\`.`);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new CommandFailure(NOT_RUNNING);
    throw new CommandFailure(`The port file ${path} cannot be read: ${messageOf(error)}.`);
  }
}
