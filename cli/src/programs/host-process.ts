import { type ChildProcess, spawn } from 'node:child_process';
import { isRecord, messageOf, parseJson } from '@bproxy/shared';
import { CommandFailure } from '../output/failure.ts';

/** How long output may still arrive after the exit, in case the daemon inherited the pipe. */
const DRAIN_MS = 300;

/** Runs one command of the host program and returns the object it prints. */
export async function runHost(
  binary: string,
  args: readonly string[],
  limitMs: number,
): Promise<Record<string, unknown>> {
  const script = /\.[cm]?js$/.test(binary);
  const child = spawn(script ? process.execPath : binary, script ? [binary, ...args] : args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limitMs,
    // A kill damages nothing here, and the process must not outlive the deadline.
    killSignal: 'SIGKILL',
    windowsHide: true,
  });
  const out = collect(child.stdout);
  const err = collect(child.stderr);
  const end = await ended(child).catch((error: unknown) => {
    throw new CommandFailure(`The program ${binary} cannot be started: ${messageOf(error)}.`);
  });
  const command = `\`bproxy-host ${args[0]}\``;
  if (end === 'SIGKILL') {
    throw new CommandFailure(
      `${command} did not end within ${limitMs} ms; \`bproxy service status\` tells whether the daemon runs.`,
    );
  }
  if (end !== '0') {
    throw new CommandFailure(err().trim() || `${command} ended with ${end} and gave no reason.`);
  }
  const printed = parseJson(out());
  if (isRecord(printed)) return printed;
  throw new CommandFailure(
    `${command} printed no JSON object; bproxy and bproxy-host may differ in version.`,
  );
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}

function ended(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(String(code ?? signal)));
    child.on('exit', () => {
      const closePipes = () => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      };
      setTimeout(closePipes, DRAIN_MS).unref();
    });
  });
}
