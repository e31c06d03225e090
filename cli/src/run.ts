import { PROTOCOL_VERSION } from '@bproxy/shared';
import { version } from '../package.json';
import type { Context } from './commands/command.ts';
import { commandList, describedCommands, GROUPS } from './commands/commands.ts';
import { findCommand } from './commands/find-command.ts';
import { isPlain } from './flags/global-flags.ts';
import { leadingFlags, parseFlags } from './flags/parse-flags.ts';
import { FLAG_TABLE } from './generated/flags.ts';
import { sentenceAbout } from './help/sentence-about.ts';
import type { ExitPlan } from './output/exit-plan.ts';

/** Runs a command line and returns the output to write. It never throws. */
export async function run(words: readonly string[], context: Context): Promise<ExitPlan> {
  let home: string | undefined;
  try {
    return await execute(words, context, (given) => {
      home = given;
    });
  } catch (error) {
    return { exitCode: 2, stderr: await sentenceAbout(error, home) };
  }
}

async function execute(
  words: readonly string[],
  context: Context,
  noteHome: (home: string | undefined) => void,
): Promise<ExitPlan> {
  if (words.length === 1 && words[0] === '--version') {
    return { exitCode: 0, stdout: { version, protocolVersion: PROTOCOL_VERSION } };
  }
  const commands = commandList(FLAG_TABLE);
  const { leading, rest } = leadingFlags(words);
  const found = findCommand(commands, rest);
  if ('helpFor' in found) return usage(found.helpFor);
  const values = parseFlags(found.command, [...leading, ...found.rest]);
  if (values === 'help') return usage(found.command.path);
  noteHome(values.string('home'));
  const plain = isPlain(values, context.env);
  const plan = await found.command.run(values, context);
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
