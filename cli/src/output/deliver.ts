import type { Writable } from 'node:stream';
import { codeOf, fileTrouble } from '@bproxy/shared';
import type { ExitPlan } from './exit-plan.ts';

/** The streams that a plan is written to. */
export interface Outlets {
  stdout: Writable;
  stderr(): Writable;
  /**
   * Whether stdout seems to have been closed before the command started. Writes to it are then lost without an error.
   */
  isStdoutClosed(): boolean;
}

/** Writes all output of a plan and returns the exit code. A lost answer is a failure. */
export async function deliver(plan: ExitPlan, outlets: Outlets): Promise<number> {
  const { stdout: answer, answers, steps, id } = plan;
  if (answers) {
    // Only a batch has more than one answer.
    const { deliverEach } = await import('./deliver-each.ts');
    return deliverEach(answers, {
      write: (part) => write(outlets.stdout, textOf(part)),
      sayLost: (failure) => write(outlets.stderr(), `${lost(failure, id ?? '')}\n`),
    });
  }
  if (steps) await write(outlets.stderr(), `${steps.map(oneLine).join('\n')}\n`);
  if (answer !== undefined) {
    const failure = outlets.isStdoutClosed() ? CLOSED : await write(outlets.stdout, textOf(answer));
    // The reader of help, a diagnosis, a script or a page may have wanted only the first lines.
    const isEnough = typeof answer === 'string' && id === undefined && codeOf(failure) === 'EPIPE';
    if (failure && !isEnough) {
      await write(outlets.stderr(), `${lost(failure, id ?? idOf(answer))}\n`);
      // Python and Node callers that discard the answer look the same, and that is no failure.
      return failure === CLOSED ? plan.exitCode : 2;
    }
  }
  if (plan.stderr) await write(outlets.stderr(), `${oneLine(plan.stderr)}\n`);
  return plan.exitCode;
}

function textOf(answer: object | string): string {
  return typeof answer === 'string' ? answer : `${JSON.stringify(answer)}\n`;
}

const CLOSED = new Error('it is closed, or thrown away');

/** The action may well have run, so the message must not suggest that it did not. */
function lost(failure: Error, id: string): string {
  const reason = codeOf(failure) === 'EPIPE' ? 'its reader has gone' : fileTrouble(failure);
  const says = `The answer could not be written to stdout: ${reason}.`;
  return id
    ? `${says} The daemon has answered; repeat the command with --id ${id} to read it: what has run is not run again.`
    : says;
}

function idOf(answer: object | string): string {
  const isAnswer = typeof answer === 'object' && 'protocol_version' in answer && 'id' in answer;
  return isAnswer && typeof answer.id === 'string' ? answer.id : '';
}

/** Resolves when the reader has received everything. An earlier exit would cut a pipe off after 64 KB. */
function write(stream: Writable, text: string): Promise<Error | undefined> {
  return new Promise((resolve) => {
    stream.on('error', resolve);
    stream.write(text, (error) => resolve(error ?? undefined));
  });
}

function oneLine(text: string): string {
  return text.trim().replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ');
}
