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

/** Opened when it is needed: that takes time. Without a listener, a stderr that nobody reads would end us. */
function stderr(): NodeJS.WriteStream {
  if (process.stderr.listenerCount('error') === 0) process.stderr.on('error', () => {});
  return process.stderr;
}
