import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command, Context } from '../command.ts';
import { CommandFailure, messageOf } from '../failure.ts';
import type { Flag } from '../flag.ts';
import type { FlagValues } from '../flag-values.ts';
import { HOME_FLAG } from '../global-flags.ts';
import { homeOf } from '../home.ts';
import { findHostBinary } from '../host-binary.ts';

const PORT_FLAG = {
  name: 'port',
  kind: 'integer',
  summary: 'The port to listen on, instead of any free one.',
  minimum: 1,
  maximum: 65_535,
} as const satisfies Flag;

type Step = 'start' | 'stop' | 'status';

/** The commands about the daemon as a process. They need no token, only the host program. */
export const serviceCommands: readonly Command[] = [
  serviceCommand('start', 'Start the daemon and tell its port.', [PORT_FLAG, HOME_FLAG], ['start']),
  serviceCommand(
    'stop',
    'Stop the daemon; browsers do not start it again by themselves.',
    [HOME_FLAG],
    ['stop'],
  ),
  serviceCommand('status', 'Whether the daemon runs; needs no token.', [HOME_FLAG], ['status']),
  serviceCommand('restart', 'Stop the daemon and start it again.', [PORT_FLAG, HOME_FLAG], ['stop', 'start']),
];

function serviceCommand(word: string, summary: string, flags: Flag[], steps: readonly Step[]): Command {
  return {
    path: ['service', word],
    summary,
    flags,
    async run(values, context) {
      const repaired = steps.includes('start') ? await repairLauncher(values, context) : '';
      let printed: object = {};
      try {
        for (const step of steps) printed = await runStep(step, values, context);
      } catch (error) {
        if (!repaired) throw error;
        throw new CommandFailure(`${messageOf(error)} ${repaired}`);
      }
      return { exitCode: 0, stdout: printed, stderr: repaired };
    },
  };
}

async function runStep(step: Step, values: FlagValues, context: Context): Promise<object> {
  // Loaded here because no other command starts a process.
  const { runHost } = await import('../host-process.ts');
  const port = step === 'start' ? values.integer('port') : undefined;
  const portArgs = port === undefined ? [] : ['--port', String(port)];
  return runHost(findHostBinary(context), [step, ...portArgs, '--home', homeOf(values, context.env)]);
}

/**
 * An update of Node or of bproxy may have taken away what the browsers start. What cannot be repaired is told, and is
 * no reason not to start: the daemon does not need it.
 */
async function repairLauncher(values: FlagValues, context: Context): Promise<string> {
  const home = homeOf(values, context.env);
  if (!existsSync(join(home, 'install.json'))) return '';
  const { heal } = await import('@bproxy/installers');
  const options = { home, hostBinary: findHostBinary(context) };
  return heal(options)
    .catch(messageOf)
    .then((sentence) => sentence ?? '');
}
