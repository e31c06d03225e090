import type { Writable } from 'node:stream';
import { codeOf } from '@bproxy/shared';
import type { ExitPlan } from './exit-plan.ts';

/** Writes what a plan says, completely, and returns the exit code. */
export async function deliver(plan: ExitPlan, stdout: Writable, stderr: () => Writable): Promise<number> {
  if (plan.steps) await write(stderr(), `${plan.steps.map(oneLine).join('\n')}\n`);
  if (plan.stdout !== undefined) {
    const text = typeof plan.stdout === 'string' ? plan.stdout : `${JSON.stringify(plan.stdout)}\n`;
    const failure = await write(stdout, text);
    if (failure) {
      const reason = codeOf(failure) === 'EPIPE' ? 'its reader has gone' : failure.message;
      await write(stderr(), `The answer could not be written to stdout: ${reason}.\n`);
      return 2;
    }
  }
  if (plan.stderr) await write(stderr(), `${oneLine(plan.stderr)}\n`);
  return plan.exitCode;
}

/** Resolves when the other side has it all: to exit earlier cuts a pipe off after 64 KB. */
function write(stream: Writable, text: string): Promise<Error | undefined> {
  return new Promise((resolve) => {
    stream.on('error', resolve);
    stream.write(text, (error) => resolve(error ?? undefined));
  });
}

function oneLine(text: string): string {
  return text.trim().replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ');
}
