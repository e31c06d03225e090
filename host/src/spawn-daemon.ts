import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Home, readPort } from './home/home.ts';
import { livingHolder } from './home/lock.ts';
import { LOOK_AT_DAEMON_MS, START_LIMIT_MS } from './start-and-stop-times.ts';

/**
 * The exit code of a daemon that found another one alive. A caller that only wants a running daemon treats it as
 * success.
 */
export const EXIT_ALREADY_RUNNING = 3;

export interface RunningDaemon {
  pid: number;
  port: number;
}

export interface DaemonOptions {
  /** The daemon stops some time after the last browser has gone. */
  forBrowser: boolean;
  port?: number;
}

/** Starts a daemon in its own process session and waits until it is ready. Throws with the reason if it fails. */
export async function spawnDaemon(
  home: Home,
  binary: string,
  options: DaemonOptions,
): Promise<RunningDaemon> {
  let child = start(home, binary, options);
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline) {
    const running = runningDaemon(home);
    if (running && (running.pid === child.pid() || child.exitCode() === EXIT_ALREADY_RUNNING)) return running;
    const code = child.exitCode();
    if (code !== undefined && code !== EXIT_ALREADY_RUNNING) {
      throw new Error(child.lastWords() || `The daemon ended with exit code ${code} before it was ready.`);
    }
    // The daemon that it found was stopping, and is gone now.
    if (code === EXIT_ALREADY_RUNNING && !livingHolder(home)) child = start(home, binary, options);
    await sleep(LOOK_AT_DAEMON_MS);
  }
  throw new Error(`The daemon was not ready after ${START_LIMIT_MS / 1000} s. See ${home.logs}.`);
}

/** Ready means that the process is alive and has published its port. */
export function runningDaemon(home: Home): RunningDaemon | undefined {
  const holder = livingHolder(home);
  if (!holder) return undefined;
  const port = readPort(home, holder.id);
  return port === undefined ? undefined : { pid: holder.pid, port };
}

/** For V8: 2 MB are enough for young garbage. Otherwise large answers let it grow to 16 MB and stay there. */
const SMALL_NURSERY = '--max-semi-space-size=2';
/** For glibc: return the memory of large answers to the system. Without it the daemon keeps some 10 MB more. */
const GIVE_BACK = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' };

function start(home: Home, binary: string, options: DaemonOptions) {
  const args = ['daemon', '--home', home.dir];
  if (options.forBrowser) args.push('--for-browser');
  if (options.port !== undefined) args.push('--port', String(options.port));
  const stderr = openSync(home.startLog, 'w', 0o600);
  const child = spawn(process.execPath, [SMALL_NURSERY, binary, ...args], {
    // In its own process session, so the end of Chrome or a Ctrl-C in its terminal does not reach the daemon.
    detached: true,
    cwd: home.dir,
    env: { ...process.env, ...GIVE_BACK },
    stdio: ['ignore', 'ignore', stderr],
    windowsHide: true,
  });
  closeSync(stderr);
  child.unref();
  let exitCode: number | undefined;
  let failure = '';
  child.once('exit', (code) => {
    exitCode = code ?? 1;
  });
  child.once('error', (error) => {
    exitCode = 1;
    failure = error.message;
  });
  return {
    pid: () => child.pid,
    exitCode: () => exitCode,
    lastWords: () => failure || readFileSync(home.startLog, 'utf8').trim(),
  };
}
