import { isRecord } from '@bproxy/shared';
import type { Context } from '../commands/command.ts';
import type { FlagValues } from '../flags/flag-values.ts';
import { isPlain, timeoutOf } from '../flags/global-flags.ts';
import { readTextStdin } from '../flags/text-source.ts';
import type { ExitPlan } from '../output/exit-plan.ts';
import { type BatchLine, batchLines, type Loaded } from './batch-lines.ts';

/** Longer command lines are not repeated as a whole. */
const MOST_ECHO = 200;

type ExitCode = ExitPlan['exitCode'];

/** Runs many commands, one after the other, and prints each answer when it is there. */
export async function runBatch(loaded: Loaded, values: FlagValues, context: Context): Promise<ExitPlan> {
  const given = values.list('lines');
  const texts = given.length > 0 ? given : await linesOnStdin(values, context);
  const lines = await batchLines(texts, loaded, given.length === 0);
  const id = values.string('id') ?? context.newId();
  return { exitCode: 0, id, answers: answersOf(lines, { id, values, context, loaded }) };
}

async function linesOnStdin(values: FlagValues, context: Context): Promise<string[]> {
  const text = await readTextStdin(context, 'batch', timeoutOf(values));
  return text.split('\n').filter((line) => /^\s*[^#\s]/.test(line));
}

interface Batch {
  id: string;
  values: FlagValues;
  context: Context;
  loaded: Loaded;
}

async function* answersOf(
  lines: readonly BatchLine[],
  batch: Batch,
): AsyncGenerator<object | string, ExitCode> {
  const { values, context } = batch;
  const plain = isPlain(values, context.env);
  const goesOn = values.has('no-bail');
  let session = values.string('session') ?? '';
  let worst: ExitCode = 0;
  for (const line of lines) {
    const { plan, failure } = await runLine(line, session, batch);
    yield plain ? await inWords(line, plan, failure) : asObject(line, plan, failure);
    session ||= sessionMade(plan);
    const code = plan.exitCode === 0 && !isDone(plan) ? 1 : plan.exitCode;
    worst = code > worst ? code : worst;
    if (code === 0 || goesOn) continue;
    const stopped = stopText(line.number, lines.length);
    if (stopped) yield plain ? `${stopped}\n` : { stopped };
    break;
  }
  return worst;
}

interface Ran {
  plan: ExitPlan;
  failure?: string;
}

/** Never throws: the answers of the lines before it are worth more. */
async function runLine(
  line: BatchLine,
  session: string,
  { id, values, context, loaded }: Batch,
): Promise<Ran> {
  const own = line.values.over(values, ['home', 'plain', 'timeout', 'verbose'], { session });
  const lineContext = { ...context, newId: () => `${id}:${line.number}` };
  try {
    const { command, params } = line;
    return {
      plan: await (params && command.call
        ? command.call(params, own, lineContext)
        : command.run(own, lineContext)),
    };
  } catch (error) {
    return { plan: { exitCode: 2 }, failure: await loaded.sentenceAbout(error, values.string('home')) };
  }
}

function asObject({ number, text }: BatchLine, { stdout }: ExitPlan, failure?: string): object {
  const command = echo(text);
  return failure === undefined ? { n: number, command, answer: stdout } : { n: number, command, failure };
}

async function inWords(
  { number, text, command }: BatchLine,
  plan: ExitPlan,
  failure?: string,
): Promise<string> {
  const { inPlain } = await import('../plain/plain-plan.ts');
  const { cleanLine } = await import('../plain/clean.ts');
  const body =
    failure === undefined ? String(inPlain(plan, command.path).stdout) : `not run to its end: ${failure}\n`;
  return `${number} ${cleanLine(echo(text)).text}\n${body}`;
}

function echo(text: string): string {
  const line = text.trim();
  return line.length > MOST_ECHO ? `${line.slice(0, MOST_ECHO).replace(/[\ud800-\udbff]$/, '')}…` : line;
}

/** `tab open` without a session makes one, in which the lines after it work. */
function sessionMade({ stdout }: ExitPlan): string {
  const { session } = dataOf(stdout);
  return typeof session === 'string' ? session : '';
}

/** An answer may say that what was asked for has not come about. What follows was meant for the case that it has. */
function isDone({ stdout }: ExitPlan): boolean {
  const { matched, filled, selected, results } = dataOf(stdout);
  const parts = Array.isArray(results) ? results.map((result) => isRecord(result) && result['filled']) : [];
  return ![matched, filled, selected, ...parts].includes(false);
}

function dataOf(answer: ExitPlan['stdout']): Record<string, unknown> {
  return typeof answer === 'object' && 'data' in answer && isRecord(answer.data) ? answer.data : {};
}

function stopText(failed: number, count: number): string {
  if (failed === count) return '';
  const rest = failed + 1 === count ? `line ${count} was` : `lines ${failed + 1} to ${count} were`;
  return `stopped: line ${failed} did not succeed, so ${rest} not run`;
}
