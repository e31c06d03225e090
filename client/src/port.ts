import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, fileTrouble, HOME_FILES } from '@bproxy/shared';
import { ClientError, notRunning } from './client-error.ts';

/** The next step for a home that is not as the daemon left it. */
export const DOCTOR = 'Run `bproxy doctor` to find out what is wrong with the home.';

/**
 * Reads the port of this home's daemon. A crashed daemon leaves its files behind, and any program may take its port.
 */
export function readPort(home: string): number {
  const [pid = '', startTime = '', id = ''] = readText(join(home, HOME_FILES.lock)).split('\n');
  const isReady = id !== '' && readText(join(home, HOME_FILES.ready)).trim() === id;
  if (!isReady || !isLiving(Number(pid), startTime)) throw notRunning();
  const path = join(home, HOME_FILES.port);
  const text = readText(path).trim();
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw new ClientError(
    'HOME_UNUSABLE',
    `The port file ${path} holds no port; run \`bproxy service restart\`.`,
  );
}

/** Only Linux shows the start time without another process. Elsewhere the daemon's own proof has to suffice. */
function isLiving(pid: number, startTime: string): boolean {
  if (!Number.isInteger(pid) || pid < 1 || startTime === '') return false;
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] !== 'Z' && fields[19] === startTime;
    }
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') throw notRunning();
    throw new ClientError(
      'HOME_UNUSABLE',
      `Nothing was sent: a file of the daemon cannot be read. ${fileTrouble(error)}. ${DOCTOR}`,
    );
  }
}
