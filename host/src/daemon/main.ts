import { hash, randomBytes, randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '@bproxy/shared';
import writeFileAtomic from 'write-file-atomic';
import { removeDaemonFiles, removeDrafts } from '../home/daemon-files.ts';
import { assertPrivateFile, ensureHome, type Home, HomeError } from '../home/home.ts';
import { claimLock, stillHolds } from '../home/lock.ts';
import { startTimeOf } from '../home/process-identity.ts';
import { linkAddress } from '../home/socket-address.ts';
import { type DaemonOptions, EXIT_ALREADY_RUNNING } from '../spawn-daemon.ts';
import { VERSION } from '../version.ts';
import { createDaemon, type Daemon } from './daemon.ts';
import { readConfig } from './process/config.ts';
import { isGrantedOrigin } from './process/granted-extensions.ts';
import { openLog } from './process/log-files.ts';
import { removeFoldersBut, sessionFolders } from './process/session-folders.ts';
import { readStateFile, stateFile } from './process/state-file.ts';
import { parseState } from './state/saved-state.ts';

const LOOK_AT_LOCK_MS = 1_000;
/** The only stop reason that keeps the sessions. */
const RESTART = 'restart';

/** Runs the daemon in the foreground and returns its exit code. */
export async function runDaemon(home: Home, options: DaemonOptions): Promise<number> {
  ensureHome(home);
  process.chdir(home.dir);
  // Do this before we own any file: a token or state file that others could read is refused until its owner acts.
  assertPrivateFile(home.token);
  assertPrivateFile(home.state);
  const config = readConfig(home, options.port, process.env);
  let stop = (_reason: string) => {};
  const stopped = new Promise<string>((resolve) => {
    stop = resolve;
  });
  // Do this before the claim: any process that sees the claim may already stop us.
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => stop(name));
  const own = { pid: process.pid, startTime: startTimeOf(process.pid), id: randomUUID() };
  if (own.startTime === '') throw new HomeError('The system does not tell when this process started.');
  const holder = claimLock(home, own);
  if (holder) {
    process.stderr.write(`bproxy is already running (pid ${holder.pid}).\n`);
    return EXIT_ALREADY_RUNNING;
  }
  const log = openLog(home, config.logLevel, Date.now);
  const guard = setInterval(() => {
    try {
      if (stillHolds(home, own)) return;
    } catch (error) {
      // Running out of descriptors or disk space does not show who owns the home.
      log.warn('lock_unreadable', { code: codeOf(error) || String(error) });
      return;
    }
    // Exit at once and without a goodbye: closing the socket would remove the file of the new owner.
    log.warn('home_lost', { pid: process.pid });
    process.exit(1);
  }, LOOK_AT_LOCK_MS);
  process.on('uncaughtException', (error) => {
    // No goodbye: the links treat this as a crash and start another daemon.
    log.warn('crash', { error: error.stack ?? String(error) });
    process.exit(1);
  });
  let daemon: Daemon | undefined;
  // A failed start keeps the sessions for the next daemon.
  let sessionsEnd = false;
  try {
    const before = parseState(readStateFile(home.state) ?? '');
    removeFoldersBut(home, before?.sessions.map((session) => session.id) ?? []);
    removeDrafts(home);
    // Do this before writing the new token: no client may send it to the previous daemon's port.
    for (const path of [home.ready, home.port]) rmSync(path, { force: true });
    await writeFileAtomic(home.pid, `${process.pid}\n`, { mode: 0o600 });
    daemon = await createDaemon({
      home: home.dir,
      token: await publishToken(home),
      linkAddress: publishLinkAddress(home),
      config,
      facts: {
        pid: process.pid,
        version: VERSION,
        startedAt: Date.now(),
        startedBy: options.forBrowser ? 'browser' : 'service',
      },
      clock: {
        now: Date.now,
        steady: () => performance.timeOrigin + performance.now(),
        random: Math.random,
        sleep: (ms, signal) => sleep(ms, undefined, { signal }),
      },
      randomBytes,
      digest: (data) => hash('sha256', data),
      log,
      folders: sessionFolders(home),
      before,
      keepState: stateFile(home.state, log),
      isAllowedOrigin: (origin) => isGrantedOrigin(home, origin),
      onIdle: () => stop('idle'),
      onStopRequest: (sessionsGoOn) => stop(sessionsGoOn ? RESTART : 'asked'),
    });
    await writeFileAtomic(home.port, `${daemon.port}\n`, { mode: 0o600 });
    await writeFileAtomic(home.ready, `${own.id}\n`, { mode: 0o600 });
    log('daemon_start', {
      pid: process.pid,
      port: daemon.port,
      version: VERSION,
      for_browser: options.forBrowser,
      ...(before ? { restored_sessions: before.sessions.length } : {}),
    });
    const reason = await stopped;
    sessionsEnd = reason !== RESTART;
    log('daemon_stop', { reason });
    // From here on, no starter mistakes this daemon for a running one.
    rmSync(home.ready, { force: true });
    return 0;
  } finally {
    await daemon?.close();
    clearInterval(guard);
    removeDaemonFiles(home, own.id, { sessionsEnd });
  }
}

/** Every start creates a new token, so a leaked old one is useless. */
async function publishToken(home: Home): Promise<string> {
  const token = randomBytes(32).toString('hex');
  await writeFileAtomic(home.token, token, { mode: 0o600 });
  return token;
}

function publishLinkAddress(home: Home): string {
  if (process.platform === 'win32') {
    const name = `\\\\.\\pipe\\bproxy-${randomUUID()}`;
    writeFileSync(home.pipeName, name, { mode: 0o600 });
  }
  return linkAddress(home);
}
