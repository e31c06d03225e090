import type { Flag } from '../flags/flag.ts';
import { globalFlags } from '../flags/global-flags.ts';
import { leadingFlags, parseFlags } from '../flags/parse-flags.ts';
import { sentenceAbout } from '../help/sentence-about.ts';
import type { Command } from './command.ts';
import { findCommand } from './find-command.ts';

const OWN_FLAGS: readonly Flag[] = [
  {
    name: 'bail',
    kind: 'boolean',
    summary: 'Stop after the first line that does not succeed. This is the default.',
  },
  { name: 'no-bail', kind: 'boolean', summary: 'Run all lines, whatever comes of those before.' },
];

/** Many commands in one process. Loaded only when it is run. */
export function batchCommand(others: readonly Command[]): Command {
  const batch: Command = {
    path: ['batch'],
    summary:
      "Run up to 50 commands one after the other: bproxy batch 'click --element el3' 'text'. Without any, they are read from stdin, one a line.",
    words: 'lines',
    flags: [...OWN_FLAGS, ...globalFlags('optional')],
    async run(values, context) {
      values.oneOf(['bail', 'no-bail'], false);
      const { runBatch } = await import('../batch/run-batch.ts');
      return runBatch(
        { commands: [...others, batch], findCommand, leadingFlags, parseFlags, sentenceAbout },
        values,
        context,
      );
    },
  };
  return batch;
}
