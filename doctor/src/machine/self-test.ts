import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { isRecord, messageOf, parseJson } from '@bproxy/shared';
import { textOf } from './look.ts';

/** A busy computer starts Node slowly. Chrome itself sets no limit. */
const LIMITS = { answerMs: 20_000, endMs: 5_000 };
/** Chrome's own limit for a message from a host. */
const MAX_FRAME_BYTES = 1_048_576;
const HEADER_BYTES = 4;

export type SelfTest =
  | {
      kind: 'answered';
      hostVersion: string;
      nodeVersion: string;
      home: string;
      daemon: string;
      reason: string;
    }
  | { kind: 'not-started'; reason: string }
  | { kind: 'exited'; how: string; stderr: string }
  | { kind: 'not-a-frame'; printed: string }
  | { kind: 'silent' }
  /** It answered, but did not exit when its input ended. Without Chrome it would be an orphan. */
  | { kind: 'stays' };

/**
 * Runs the launcher as Chrome does, but with an empty environment, sends a message and reads one back. The word after
 * the origin tells the host that this is not a browser: it starts no daemon, and no daemon counts it.
 */
export async function selfTest(
  launcher: string,
  origin: string,
  nonce: string,
  platform: string,
  env: Readonly<Record<string, string | undefined>> = {},
  limits = LIMITS,
): Promise<SelfTest> {
  const { command, args, environment } = launchOf(launcher, origin, platform, env);
  const child = spawn(command, args, {
    cwd: dirname(launcher),
    env: environment,
    windowsHide: true,
    windowsVerbatimArguments: platform === 'win32',
  });
  const ended = new Promise<string>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  try {
    const result = await answerOf(child, nonce, limits.answerMs);
    if (result.kind !== 'answered') return result;
    child.stdin.end();
    return (await within(limits.endMs, ended)) === undefined ? { kind: 'stays' } : result;
  } finally {
    child.kill('SIGKILL');
  }
}

/** Chrome starts a .cmd through cmd.exe, which does not run without these two variables. */
export function launchOf(
  launcher: string,
  origin: string,
  platform: string,
  env: Readonly<Record<string, string | undefined>>,
) {
  const words = [origin, '--self-test'];
  if (platform !== 'win32') return { command: launcher, args: words, environment: {} };
  const { SystemRoot = 'C:\\Windows' } = env;
  const shell = env['COMSPEC'] ?? `${SystemRoot}\\System32\\cmd.exe`;
  const line = `""${launcher}" ${words.join(' ')}"`;
  return { command: shell, args: ['/d', '/s', '/c', line], environment: { SystemRoot, COMSPEC: shell } };
}

function answerOf(child: ChildProcessWithoutNullStreams, nonce: string, limitMs: number): Promise<SelfTest> {
  let out = Buffer.alloc(0);
  let stderr = '';
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ kind: 'silent' }), limitMs);
    const settle = (result: SelfTest) => {
      clearTimeout(timer);
      resolve(result);
    };
    child.once('error', (error) => settle({ kind: 'not-started', reason: messageOf(error) }));
    child.once('close', (code, signal) => {
      const printed = out.byteLength > 0;
      if (printed) settle({ kind: 'not-a-frame', printed: excerpt(out) });
      else settle({ kind: 'exited', how: signal ?? `exit code ${code}`, stderr: stderr.trim() });
    });
    child.stderr.on('data', (chunk) => {
      stderr = `${stderr}${chunk}`.slice(-1_000);
    });
    child.stdout.on('data', (chunk) => {
      out = Buffer.concat([out, chunk]);
      const result = readAnswer(out, nonce);
      if (result) settle(result);
    });
    // A launcher that exits without reading closes the pipe while we write.
    child.stdin.on('error', () => {});
    child.stdin.write(frame(JSON.stringify({ type: 'self-test', nonce })));
  });
}

/** Undefined while the message is incomplete. */
export function readAnswer(out: Buffer, nonce: string): SelfTest | undefined {
  if (out.byteLength < HEADER_BYTES) return undefined;
  const length = out.readUInt32LE(0);
  if (length > MAX_FRAME_BYTES) return { kind: 'not-a-frame', printed: excerpt(out) };
  if (out.byteLength < HEADER_BYTES + length) return undefined;
  const answer = parseJson(out.toString('utf8', HEADER_BYTES, HEADER_BYTES + length));
  if (!isRecord(answer) || answer['nonce'] !== nonce) return { kind: 'not-a-frame', printed: excerpt(out) };
  const { hostVersion, nodeVersion, home, daemon, reason } = answer;
  return {
    kind: 'answered',
    hostVersion: textOf(hostVersion),
    nodeVersion: textOf(nodeVersion),
    home: textOf(home),
    daemon: textOf(daemon),
    reason: textOf(reason),
  };
}

function frame(text: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(Buffer.byteLength(text));
  return Buffer.concat([header, Buffer.from(text)]);
}

function excerpt(bytes: Buffer): string {
  return bytes
    .toString('utf8', 0, 120)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limitMs);
  });
  const result = await Promise.race([work, limit]);
  clearTimeout(timer);
  return result;
}
