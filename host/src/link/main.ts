import { chdir } from 'node:process';
import { type LinkState, MAX_FROM_EXTENSION_BYTES } from '@bproxy/shared';
import { ensureHome, type Home } from '../home/home.ts';
import { startTimeOf } from '../home/process-identity.ts';
import { spawnDaemon } from '../spawn-daemon.ts';
import { VERSION } from '../version.ts';
import { attach } from './attach.ts';
import { DaemonSide } from './daemon-side.ts';
import { openLinkLog } from './link-log.ts';
import { MessagePassage } from './message-passage.ts';
import { takeStdout } from './stdio.ts';

/** Chrome's own limit is 64 MiB; the extension stays below it. */
const MAX_MESSAGE_BYTES = MAX_FROM_EXTENSION_BYTES + 1024 * 1024;
/** Chrome kills the link two seconds after closing the pipes. */
const LAST_WORDS_MS = 500;
const MAX_UNREAD_BY_CHROME = 4 * 1024 * 1024;

/** The process that Chrome launches: a pipe between one extension and the daemon. It ends when Chrome closes it. */
export function runLink(home: Home, origin: string, binary: string): void {
  const log = openLinkLog(home);
  let ending = false;
  const end = (cause: string) => {
    if (ending) return;
    ending = true;
    log('link_end', { cause });
    setTimeout(() => process.exit(0), LAST_WORDS_MS);
    daemon.end(() => process.exit(0));
  };
  const chrome = takeStdout(log, () => end('stdout closed'));
  const report = (state: LinkState, reason?: string) => {
    const message = { type: 'link', state, hostVersion: VERSION, ...(reason ? { reason } : {}) };
    chrome.send(Buffer.from(JSON.stringify(message)));
  };
  const daemon = new DaemonSide({
    attach: async () => {
      // Do this each time: an uninstall may have removed our working directory, and an install may have created a new
      // one.
      chdir(home.dir);
      return attach(home, { origin, browserRun: browserRun(), version: VERSION });
    },
    startDaemon: () => spawnDaemon(home, binary, { forBrowser: true }),
    uptime: () => performance.now(),
    log,
    toChrome: (body) => {
      chrome.send(body);
      return chrome.pendingBytes() < MAX_UNREAD_BY_CHROME;
    },
    report,
  });
  chrome.onDrain(() => daemon.resume());

  const passage = new MessagePassage(MAX_MESSAGE_BYTES, () => daemon.taker());
  // Never pause stdin: a paused stdin hides its end, and the end is the only sign that Chrome is gone.
  process.stdin.on('data', (chunk) => {
    try {
      passage.push(chunk);
    } catch (error) {
      end(String(error));
    }
  });
  for (const event of ['end', 'close', 'error']) process.stdin.on(event, () => end(`stdin ${event}`));
  process.on('uncaughtException', (error) => {
    log('link_crash', { reason: error.stack ?? String(error) });
    process.exit(1);
  });

  log('link_start', { origin, version: VERSION });
  try {
    ensureHome(home);
  } catch (error) {
    // Chrome shows no reason when a host exits, so the link stays and reports it.
    report('failed', error instanceof Error ? error.message : String(error));
    return;
  }
  void daemon.run();
}

/** Chrome is our parent (the launcher `exec`s): its pid and start time identify this run of the browser. */
function browserRun(): string {
  const startTime = startTimeOf(process.ppid);
  return startTime ? `${process.ppid}@${startTime}` : '';
}
