import { chdir } from 'node:process';
import type { Home } from '../home/home.ts';
import { VERSION } from '../version.ts';
import { RejectedError } from '../wire/handshake.ts';
import { MessageReader } from '../wire/messages.ts';
import { attach } from './attach.ts';
import { openLinkLog } from './link-log.ts';
import { takeStdout } from './stdio.ts';

/** A question is one nonce; anything larger is not ours. */
const MAX_QUESTION_BYTES = 4_096;

/**
 * Answers `bproxy doctor` through the launcher. It is started as Chrome starts the link, but without a browser. It
 * starts no daemon and sends no hello, so a running daemon counts no browser. It answers each message and ends with
 * stdin.
 */
export function runSelfTest(home: Home, origin: string): void {
  const doctor = takeStdout(openLinkLog(home), () => {});
  const daemon = findDaemon(home, origin);
  const reader = new MessageReader(MAX_QUESTION_BYTES, async (body) => {
    const answer = {
      type: 'self-test',
      nonce: nonceOf(body),
      hostVersion: VERSION,
      node: process.execPath,
      nodeVersion: process.version,
      home: home.dir,
      ...(await daemon),
    };
    doctor.send(Buffer.from(JSON.stringify(answer)));
  });
  process.stdin.on('data', (chunk) => reader.push(chunk));
}

async function findDaemon(home: Home, origin: string): Promise<{ daemon: string; reason?: string }> {
  try {
    chdir(home.dir);
    const socket = await attach(home, { origin, browserRun: '', version: VERSION });
    socket.end();
    return { daemon: 'attached' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { daemon: error instanceof RejectedError ? 'rejected' : 'none', reason };
  }
}

function nonceOf(body: Buffer): string {
  try {
    const question: unknown = JSON.parse(body.toString());
    const isAsked = typeof question === 'object' && question !== null && 'nonce' in question;
    return isAsked ? String(question.nonce) : '';
  } catch {
    return '';
  }
}
