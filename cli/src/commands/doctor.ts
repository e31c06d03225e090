import { arch, release, type, userInfo } from 'node:os';
import { resolve } from 'node:path';
import type { Installation } from '@bproxy/doctor';
import { messageOf } from '@bproxy/shared';
import { version } from '../../package.json';
import type { Flag } from '../flags/flag.ts';
import type { FlagValues } from '../flags/flag-values.ts';
import { HOME_FLAG, homeOf } from '../flags/global-flags.ts';
import { CommandFailure } from '../output/failure.ts';
import { findHostBinary, HOST_LIMIT_MS } from '../programs/host-binary.ts';
import { findExtensionFolder } from '../programs/program-folder.ts';
import { send } from '../send.ts';
import type { Command, Context } from './command.ts';

/** The limit for one question of the doctor. A healthy part answers in milliseconds. */
const ASK_MS = 15_000;

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
      const { diagnose, diagnosisText } = await import('@bproxy/doctor');
      const installation = await installationOf(values, context);
      const diagnosis = await sayingWhy(() => diagnose(installation, { fix: values.has('fix') }));
      const stdout = values.has('json') ? diagnosis : diagnosisText(diagnosis);
      return { exitCode: diagnosis.ok ? 0 : 1, stdout };
    },
  },
  {
    path: ['report'],
    summary: 'Print what an issue needs: findings, versions and logs, without private data.',
    flags: [LINES_FLAG, PROFILE_FLAG, HOME_FLAG],
    async run(values, context) {
      const { makeReport } = await import('@bproxy/doctor');
      const facts = {
        userName: userName(),
        system: { type: type(), release: release(), arch: arch() },
        lines: values.integer('lines') ?? DEFAULT_LINES,
      };
      const installation = await installationOf(values, context);
      return { exitCode: 0, stdout: await sayingWhy(() => makeReport(installation, facts)) };
    },
  },
];

/** Explains a system on which bproxy knows no browsers: there is nothing to examine. */
async function sayingWhy<T>(work: () => Promise<T>): Promise<T> {
  const { InstallError } = await import('@bproxy/installers');
  return work().catch((error: unknown) => {
    throw error instanceof InstallError ? new CommandFailure(error.message) : error;
  });
}

/** Empty if the system has no name for the user. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}

async function installationOf(values: FlagValues, context: Context): Promise<Installation> {
  const [{ outputOf }, { thisMachine }, { runHost }] = await Promise.all([
    import('@bproxy/doctor'),
    import('@bproxy/installers'),
    import('../programs/host-process.ts'),
  ]);
  const home = homeOf(values, context.env);
  const hostBinary = hostBinaryOf(context);
  return {
    home,
    namesHome: values.has('home'),
    machine: thisMachine(),
    cliVersion: version,
    hostBinary,
    userDataDirs: values.list('user-data-dir').map((folder) => resolve(folder)),
    extensionFolder: findExtensionFolder(context.programDir),
    namesProfiles: true,
    mayOpenPage: values.has('page'),
    now: context.now,
    newId: context.newId,
    output: outputOf,
    runHost: async (...words) => runHost(hostBinary.path ?? '', [...words, '--home', home], HOST_LIMIT_MS),
    ask: (action, params, session = '') =>
      send(
        {
          id: context.newId(),
          action,
          params,
          session,
          timeoutMs: ASK_MS,
          home,
          verbose: false,
        },
        context,
      ),
  };
}

function hostBinaryOf(context: Context): Installation['hostBinary'] {
  try {
    return { path: findHostBinary(context) };
  } catch (error) {
    return { path: null, reason: messageOf(error) };
  }
}
