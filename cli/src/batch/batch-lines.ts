import { isAction, isRecord, parseJson } from '@bproxy/shared';
import type { Command } from '../commands/command.ts';
import type { findCommand } from '../commands/find-command.ts';
import { FlagValues } from '../flags/flag-values.ts';
import { HOME_FLAG, ID_FLAG, PLAIN_FLAG, VERBOSE_FLAG } from '../flags/global-flags.ts';
import type { leadingFlags, parseFlags } from '../flags/parse-flags.ts';
import type { sentenceAbout } from '../help/sentence-about.ts';
import { CommandFailure } from '../output/failure.ts';
import { shellWords } from './shell-words.ts';

export const MOST_LINES = 50;

/** What every command has loaded. Imported here, it would be a file of its own that every command has to open. */
export interface Loaded {
  commands: readonly Command[];
  findCommand: typeof findCommand;
  leadingFlags: typeof leadingFlags;
  parseFlags: typeof parseFlags;
  sentenceAbout: typeof sentenceAbout;
}

/** One command of a batch, ready to run. */
export interface BatchLine {
  /** From 1. */
  number: number;
  text: string;
  command: Command;
  values: FlagValues;
  /** Of a line of JSON: params that the daemon checks. */
  params?: Record<string, unknown>;
}

/** These are given once, for the whole batch. */
const OF_BATCH: ReadonlySet<unknown> = new Set([ID_FLAG, HOME_FLAG, PLAIN_FLAG, VERBOSE_FLAG]);

/** Checks every line before any of them runs. */
export async function batchLines(
  texts: readonly string[],
  loaded: Loaded,
  linesFromStdin: boolean,
): Promise<BatchLine[]> {
  if (texts.length === 0) throw new CommandFailure('A batch needs at least one line.');
  if (texts.length > MOST_LINES) {
    throw new CommandFailure(`A batch has at most ${MOST_LINES} lines; these are ${texts.length}.`);
  }
  const lines: BatchLine[] = [];
  for (const [at, text] of texts.entries()) {
    try {
      lines.push({ number: at + 1, text, ...lineOf(text, loaded) });
    } catch (error) {
      throw new CommandFailure(
        `Nothing was run. Line ${at + 1} of the batch: ${await loaded.sentenceAbout(error)}`,
      );
    }
  }
  checkStdin(lines, linesFromStdin);
  return lines;
}

function lineOf(text: string, loaded: Loaded): Omit<BatchLine, 'number' | 'text'> {
  return text.trimStart().startsWith('{') ? jsonLine(text, loaded) : wordsLine(text, loaded);
}

function wordsLine(text: string, loaded: Loaded): Omit<BatchLine, 'number' | 'text'> {
  const [first, ...others] = shellWords(text);
  const words = first === 'bproxy' ? others : [...(first === undefined ? [] : [first]), ...others];
  const { leading, rest } = loaded.leadingFlags(words);
  const found = loaded.findCommand(loaded.commands, rest);
  if ('helpFor' in found) throw new CommandFailure('A batch prints no help.');
  const command = checked(found.command);
  const flags = command.flags.filter((flag) => !OF_BATCH.has(flag));
  const values = loaded.parseFlags({ ...command, flags }, [...leading, ...found.rest]);
  if (values === 'help') throw new CommandFailure('A batch prints no help.');
  return { command, values };
}

function jsonLine(text: string, loaded: Loaded): Omit<BatchLine, 'number' | 'text'> {
  const request = parseJson(text);
  if (!isRecord(request)) throw new CommandFailure('It must be a command line or one JSON object.');
  const { action, params = {}, session, timeout, ...unknown } = request;
  const [surplus] = Object.keys(unknown);
  if (surplus !== undefined) {
    throw new CommandFailure(
      'Its JSON object may have action, params, session and timeout, and nothing else.',
    );
  }
  if (!isAction(action)) throw new CommandFailure('Its action is not one that bproxy knows.');
  if (!isRecord(params)) throw new CommandFailure('Its params must be an object.');
  const command = loaded.commands.find(({ path }) => path.join('.') === action);
  if (!command) throw new CommandFailure('Its action has no command.');
  const given = new Map<string, string | number>();
  if (typeof session === 'string') given.set('session', session);
  if (typeof timeout === 'number') given.set('timeout', timeout);
  return { command: checked(command), values: new FlagValues(given), params };
}

/** Other commands start processes, or write into the system. */
function checked(command: Command): Command {
  if (command.call) return command;
  throw new CommandFailure(
    `\`${command.path.join(' ')}\` cannot be in a batch, as it is no action of the daemon.`,
  );
}

/** stdin can be read once. */
function checkStdin(lines: readonly BatchLine[], linesFromStdin: boolean): void {
  const readers = lines.filter(({ command, values }) =>
    command.flags.some(({ name }) => name.endsWith('stdin') && values.has(name)),
  );
  const [first, second] = readers;
  if (first && linesFromStdin) {
    throw new CommandFailure(
      `Nothing was run. Line ${first.number} of the batch reads stdin, where the lines come from; give the lines as words.`,
    );
  }
  if (first && second) {
    throw new CommandFailure(
      `Nothing was run. Lines ${first.number} and ${second.number} of the batch both read stdin.`,
    );
  }
}
