import { appendFileSync, chmodSync, lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { codeOf, fileTrouble, HOME_FILES, INSTALL_FILES, LOG_FILES, makeFolders } from '@bproxy/shared';

/** A problem with the state directory that the user has to fix; the message says how. */
export class HomeError extends Error {}

export interface Home {
  dir: string;
  lock: string;
  pid: string;
  port: string;
  ready: string;
  token: string;
  config: string;
  logs: string;
  tmp: string;
  /** For the next daemon, if this one crashes. */
  state: string;
  /** Written by `bproxy install`; its `extensionIds` may connect. */
  receipt: string;
  /** The stderr of the last daemon start. */
  startLog: string;
  linkLog: string;
  /** On Windows: the name of the pipe that links connect to. */
  pipeName: string;
}

export function homeAt(dir: string): Home {
  const at = (name: string) => join(dir, name);
  return {
    dir,
    lock: at(HOME_FILES.lock),
    pid: at(HOME_FILES.pid),
    port: at(HOME_FILES.port),
    ready: at(HOME_FILES.ready),
    token: at(HOME_FILES.token),
    config: at(HOME_FILES.config),
    logs: at(HOME_FILES.logs),
    tmp: at(HOME_FILES.tmp),
    state: at(HOME_FILES.state),
    receipt: at(INSTALL_FILES.receipt),
    startLog: join(dir, HOME_FILES.logs, LOG_FILES.daemonStart),
    linkLog: join(dir, HOME_FILES.logs, LOG_FILES.link),
    pipeName: at(HOME_FILES.pipeName),
  };
}

export function chooseHome(flag: string | undefined, env: NodeJS.ProcessEnv): Home {
  return homeAt(resolve(flag ?? env['BPROXY_HOME'] ?? join(homedir(), '.bproxy')));
}

/** Makes the state directory private to this user. */
export function ensureHome(home: Home): void {
  try {
    makePrivateFolder(home.dir);
    const stat = statSync(home.dir);
    assertOwn(home.dir, stat.uid);
    const wasOpen = process.platform !== 'win32' && (stat.mode & 0o077) !== 0;
    if (wasOpen) chmodSync(home.dir, 0o700);
    makePrivateFolder(home.logs);
    if (wasOpen) noteOpenHome(home, stat.mode);
  } catch (error) {
    if (error instanceof HomeError) throw error;
    const choose = 'Choose another home with --home or BPROXY_HOME.';
    throw new HomeError(`The home ${home.dir} cannot be used. ${fileTrouble(error)}. ${choose}`);
  }
}

/** Records in the daemon's log that the home was open: until it was closed, other users could read its contents. */
function noteOpenHome(home: Home, mode: number): void {
  const now = Date.now();
  const line = { level: 'warn', ts: now, event: 'home_was_open', mode: (mode & 0o777).toString(8) };
  appendFileSync(dayLog(home, now), `${JSON.stringify(line)}\n`, { mode: 0o600 });
}

/** The daemon's log of the day, in UTC. */
export function dayLog({ logs }: Home, time: number): string {
  return join(logs, `${new Date(time).toISOString().slice(0, 10)}.log`);
}

/** Creates a folder for this user alone, including any missing parents. */
export function makePrivateFolder(path: string): void {
  makeFolders(path, {
    make: (folder) => mkdirSync(folder, { mode: 0o700 }),
    isFolder: (folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false,
    above: dirname,
  });
}

/** Refuses a secret that someone else could have read or written. A missing file passes. */
export function assertPrivateFile(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return;
  const remove = `Remove it with \`rm -rf '${path}'\`, then start again.`;
  if (!stat.isFile()) throw new HomeError(`${path} is not a regular file. ${remove}`);
  const own = process.getuid?.();
  if (own === undefined) return;
  if (stat.uid !== own) throw new HomeError(`${path} belongs to another user (uid ${stat.uid}). ${remove}`);
  const mode = stat.mode & 0o7777;
  if (mode !== 0o600) {
    const why = 'so others may have read or changed it';
    throw new HomeError(`${path} has mode ${mode.toString(8)} instead of 600, ${why}. ${remove}`);
  }
}

/** The daemon's token, or undefined if there is none. Throws when the file is not private. */
export function readToken(home: Home): string | undefined {
  try {
    assertPrivateFile(home.token);
    return readFileSync(home.token, 'utf8').trim();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The port of this daemon, once it is ready. */
export function readPort(home: Home, daemonId: string): number | undefined {
  try {
    if (readFileSync(home.ready, 'utf8').trim() !== daemonId) return undefined;
    const port = Number(readFileSync(home.port, 'utf8').trim());
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  } catch {
    return undefined;
  }
}

/** A path that leads through a file counts as missing, like one that does not exist. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
}

function assertOwn(path: string, uid: number): void {
  const own = process.getuid?.();
  if (own !== undefined && uid !== own) {
    throw new HomeError(`${path} belongs to another user (uid ${uid}). Choose another with --home.`);
  }
}
