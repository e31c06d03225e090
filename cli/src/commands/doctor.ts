import { version } from '../../package.json';
import type { Flag } from '../flags/flag.ts';
import { HOME_FLAG } from '../flags/global-flags.ts';
import type { Loaded } from '../programs/examine.ts';
import { findHostBinary, HOST_LIMIT_MS } from '../programs/host-binary.ts';
import { findExtensionFolder } from '../programs/program-folder.ts';
import { send } from '../send.ts';
import type { Command } from './command.ts';

const LOADED: Loaded = { version, hostLimitMs: HOST_LIMIT_MS, send, findHostBinary, findExtensionFolder };

const PROFILE_FLAG: Flag = {
  name: 'user-data-dir',
  kind: 'string',
  repeatable: true,
  summary: 'Also check the browser with this data folder.',
};

const DEFAULT_LINES = 100;
const LINES_FLAG: Flag = {
  name: 'lines',
  kind: 'integer',
  summary: 'How many lines of each log to include.',
  minimum: 0,
  maximum: 10_000,
  default: String(DEFAULT_LINES),
};

/**
 * Commands that examine the whole installation. The doctor is loaded only here, so that other commands start faster.
 */
export const doctorCommands: readonly Command[] = [
  {
    path: ['doctor'],
    summary: 'Check everything that a connection needs; say what is wrong and how to fix it.',
    flags: [
      { name: 'json', kind: 'boolean', summary: 'Print the result as one JSON object.' },
      { name: 'fix', kind: 'boolean', summary: 'Repair what is safe to repair, then check again.' },
      { name: 'page', kind: 'boolean', summary: 'Also open a tab for a moment and read a page in it.' },
      PROFILE_FLAG,
      HOME_FLAG,
    ],
    async run(values, context) {
      const { examine } = await import('../programs/examine.ts');
      return examine(values, context, LOADED);
    },
  },
  {
    path: ['report'],
    summary: 'Print what an issue needs: findings, versions and logs, without private data.',
    flags: [LINES_FLAG, PROFILE_FLAG, HOME_FLAG],
    async run(values, context) {
      const { report } = await import('../programs/examine.ts');
      return report(values, context, values.integer('lines') ?? DEFAULT_LINES, LOADED);
    },
  },
];
