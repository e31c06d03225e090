import { ACTION_NAMES, type Action } from '@bproxy/shared';
import type { ParamRow } from '../flags/flag.ts';
import { PLAIN_FLAG } from '../flags/global-flags.ts';
import { drag } from './actions/drag.ts';
import { fill } from './actions/fill.ts';
import { fillForm } from './actions/fill-form.ts';
import { press } from './actions/press.ts';
import { requireHuman } from './actions/require-human.ts';
import { screenshot } from './actions/screenshot.ts';
import { type } from './actions/type.ts';
import { upload } from './actions/upload.ts';
import { wait } from './actions/wait.ts';
import { batchCommand } from './batch.ts';
import type { Command } from './command.ts';
import { completionCommands } from './completion.ts';
import { doctorCommands } from './doctor.ts';
import { installCommands } from './install.ts';
import { type Override, protocolCommand } from './protocol-command.ts';
import { serviceCommands } from './service.ts';

export type FlagTable = { readonly [A in Action]: readonly ParamRow[] };

const OVERRIDES: { readonly [A in Action]?: Override<A> } = {
  drag,
  fill,
  'fill-form': fillForm,
  press,
  'require-human': requireHuman,
  screenshot,
  type,
  upload,
  wait,
};

/**
 * Lists every command. The table is an argument so that the generator can write the reference before the table exists.
 */
export function commandList(table: FlagTable): Command[] {
  const commands = [
    ...ACTION_NAMES.map((action) => protocolCommand(action, table[action], OVERRIDES[action])),
    { ...protocolCommand('debug.status', table['debug.status']), path: ['status'] },
    ...serviceCommands,
    ...installCommands,
    ...doctorCommands,
  ].map(withPlain);
  return [...commands, batchCommand(commands), ...completionCommands(describedCommands, GROUPS)];
}

/** The same commands with what their flags mean. */
export async function describedCommands(): Promise<Command[]> {
  const { DESCRIBED_FLAG_TABLE } = await import('../generated/described-flags.ts');
  return commandList(DESCRIBED_FLAG_TABLE);
}

function withPlain(command: Command): Command {
  return command.flags.includes(PLAIN_FLAG) ? command : { ...command, flags: [...command.flags, PLAIN_FLAG] };
}

/** Describes the first word of commands that have two. */
export const GROUPS: Readonly<Record<string, string>> = {
  dialog: 'The dialogs of a page.',
  download: 'The downloads of a session.',
  tab: 'The tabs of a session.',
  session: 'The sessions of the daemon.',
  debug: 'What bproxy itself did.',
  service: 'The daemon as a process.',
  completion: 'Scripts for shells.',
};
