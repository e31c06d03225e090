import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { INSTALL_FILES, messageOf } from '@bproxy/shared';
import type { Flag } from '../flags/flag.ts';
import type { FlagValues } from '../flags/flag-values.ts';
import { globalFlags, homeOf, ID_FLAG } from '../flags/global-flags.ts';
import { CommandFailure } from '../output/failure.ts';
import { findHostBinary, HOST_LIMIT_MS } from '../programs/host-binary.ts';
import type { Command, Context } from './command.ts';

const PORT_FLAG = {
  name: 'port',
  kind: 'integer',
  summary: 'The port to listen on, instead of any free one.',
  minimum: 1,
  maximum: 65_535,
} as const satisfies Flag;

type Word = 'start' | 'stop' | 'status' | 'restart';

/** The commands that control the daemon process. They need no token, only the host program. */
export const serviceCommands: readonly Command[] = [
  serviceCommand('start', 'Start the daemon and print its port.', [PORT_FLAG]),
  serviceCommand('stop', 'Stop the daemon and end its sessions; browsers do not start it again.'),
  serviceCommand('status', 'Show whether the daemon is running; needs no token.'),
  serviceCommand('restart', 'Restart the daemon; sessions and their tabs continue.', [PORT_FLAG]),
];

function serviceCommand(word: Word, summary: string, own: Flag[] = []): Command {
  const common = globalFlags('none', [ID_FLAG]).map((flag) =>
    flag.name === 'timeout' ? { ...flag, default: String(HOST_LIMIT_MS) } : flag,
  );
  return {
    path: ['service', word],
    summary,
    flags: [...own, ...common],
    async run(values, context) {
      const starts = word === 'start' || word === 'restart';
      const repaired = starts ? await repairLauncher(values, context) : '';
      let printed: object;
      try {
        printed = await runWord(word, values, context);
      } catch (error) {
        if (!repaired) throw error;
        throw new CommandFailure(`${messageOf(error)} ${repaired}`);
      }
      return { exitCode: 0, stdout: printed, stderr: repaired };
    },
  };
}

async function runWord(word: Word, values: FlagValues, context: Context): Promise<object> {
  // Loaded here because no other command starts a process.
  const { runHost } = await import('../programs/host-process.ts');
  const port = values.integer('port');
  const portArgs = port === undefined ? [] : ['--port', String(port)];
  const args = [word, ...portArgs, '--home', homeOf(values, context.env)];
  const binary = findHostBinary(context);
  if (values.has('verbose')) context.trace({ event: 'host', binary, args });
  return runHost(binary, args, values.integer('timeout') ?? HOST_LIMIT_MS);
}

/**
 * An update of Node or bproxy may have removed the program that the browsers start. A failed repair is reported, but
 * does not prevent the start: the daemon does not need the launcher.
 */
async function repairLauncher(values: FlagValues, context: Context): Promise<string> {
  const home = homeOf(values, context.env);
  if (!existsSync(join(home, INSTALL_FILES.receipt))) return '';
  const { heal } = await import('@bproxy/installers');
  const options = { home, hostBinary: findHostBinary(context) };
  return heal(options)
    .catch(messageOf)
    .then((sentence) => sentence ?? '');
}
