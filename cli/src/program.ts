import { newId } from '@bproxy/client';
import { isStdoutClosed } from './output/closed-stdout.ts';
import { deliver } from './output/deliver.ts';
import { programFolder } from './programs/program-folder.ts';
import { run } from './run.ts';

void main();

async function main(): Promise<void> {
  const plan = await run(process.argv.slice(2), {
    env: process.env,
    programDir: programFolder(process.argv[1] ?? ''),
    now: Date.now,
    newId: () => newId(),
    stdin: (signal) => {
      signal.addEventListener('abort', () => process.stdin.destroy(signal.reason));
      return process.stdin;
    },
    trace: (entry) => stderr().write(`${JSON.stringify(entry)}\n`),
  });
  process.exitCode = await deliver(plan, { stdout: process.stdout, stderr, isStdoutClosed });
}

/**
 * Opens stderr on first use, because that takes time. Without an error listener, a closed stderr would end the process.
 */
function stderr(): NodeJS.WriteStream {
  if (process.stderr.listenerCount('error') === 0) process.stderr.on('error', () => {});
  return process.stderr;
}
