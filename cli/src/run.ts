import { ClientError } from '@bproxy/client';
import { fileTrouble, PROTOCOL_VERSION } from '@bproxy/shared';
import { version } from '../package.json';
import type { Context } from './commands/command.ts';
import { commandList, describedCommands, GROUPS } from './commands/commands.ts';
import { findCommand } from './commands/find-command.ts';
import { isPlain } from './flags/global-flags.ts';
import { leadingFlags, parseFlags } from './flags/parse-flags.ts';
import { FLAG_TABLE } from './generated/flags.ts';
import { UnknownWord } from './help/unknown-word.ts';
import type { ExitPlan } from './output/exit-plan.ts';
import { CommandFailure } from './output/failure.ts';

/** Runs a command line and returns the output to write. It never throws. */
export async function run(words: readonly string[], context: Context): Promise<ExitPlan> {
  try {
    return await execute(words, context);
  } catch (error) {
    return { exitCode: 2, stderr: await sentenceAbout(error) };
  }
}

async function sentenceAbout(error: unknown): Promise<string> {
  if (error instanceof UnknownWord) return error.withGuess();
  return isExpected(error) ? error.message : `bproxy itself failed: ${fileTrouble(error)}`;
}

/** An expected error explains itself in a sentence. Anything else is a bug in bproxy. */
function isExpected(error: unknown): error is CommandFailure | ClientError {
  return error instanceof CommandFailure || error instanceof ClientError;
}

async function execute(words: readonly string[], context: Context): Promise<ExitPlan> {
  if (words.length === 1 && words[0] === '--version') {
    return { exitCode: 0, stdout: { version, protocolVersion: PROTOCOL_VERSION } };
  }
  const commands = commandList(FLAG_TABLE);
  const { leading, rest } = leadingFlags(words);
  const found = findCommand(commands, rest);
  if ('helpFor' in found) return usage(found.helpFor);
  const values = parseFlags(found.command, [...leading, ...found.rest]);
  if (values === 'help') return usage(found.command.path);
  const plain = isPlain(values, context.env);
  const plan = await found.command.run(values, context).catch(async (error: unknown) => {
    const home = values.string('home');
    if (!home || !isExpected(error)) throw error;
    const { adviceForHome } = await import('./help/home-advice.ts');
    throw adviceForHome(error, home);
  });
  // `doctor --json` asks for JSON.
  if (!plain || values.raw('json') === true) return plan;
  const { inPlain } = await import('./plain/plain-plan.ts');
  return inPlain(plan, found.command.path);

  async function usage(path: readonly string[]): Promise<ExitPlan> {
    // citty is loaded only here, so that working commands do not load it.
    const { usageOf } = await import('./help/usage.ts');
    return { exitCode: 0, stdout: await usageOf(path, await describedCommands(), GROUPS) };
  }
}
