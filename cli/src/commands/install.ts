import { commandLine } from '@bproxy/shared';
import type { Flag } from '../flags/flag.ts';
import type { FlagValues } from '../flags/flag-values.ts';
import { HOME_FLAG, homeOf } from '../flags/global-flags.ts';
import type { ExitPlan } from '../output/exit-plan.ts';
import { CommandFailure } from '../output/failure.ts';
import { findHostBinary } from '../programs/host-binary.ts';
import { findExtensionFolder } from '../programs/program-folder.ts';
import type { Command } from './command.ts';

const SCOPE_FLAGS: readonly Flag[] = [
  {
    name: 'user-data-dir',
    kind: 'string',
    repeatable: true,
    summary: 'The data folder of a browser that is not in its usual place.',
  },
  {
    name: 'browser',
    kind: 'string',
    repeatable: true,
    summary: 'Only this browser, for example chrome or brave; if left out, every browser that is found.',
  },
  {
    name: 'system',
    kind: 'boolean',
    summary: 'For every user of this computer; needs root (on Windows, an administrator).',
  },
  HOME_FLAG,
  { name: 'dry-run', kind: 'boolean', summary: 'Report what would be written, and write nothing.' },
];

const EXTENSION_ID_FLAG: Flag = {
  name: 'extension-id',
  kind: 'string',
  repeatable: true,
  summary: 'Also let the extension with this id connect, for example one from a store.',
  pattern: '^[a-p]{32}$',
  expected: 'must be an extension id: 32 letters from a to p',
};

const PURGE_FLAG: Flag = {
  name: 'purge',
  kind: 'boolean',
  summary: 'Also remove the logs and your settings; the daemon must be stopped.',
};

/** Commands that register the host program with the browsers or remove it. */
export const installCommands: readonly Command[] = [
  {
    path: ['install'],
    summary: 'Register bproxy with the browsers of this user, or of every user.',
    flags: [...SCOPE_FLAGS, EXTENSION_ID_FLAG],
    run: (values, context) => {
      const options = {
        ...scopeOf(values, homeOf(values, context.env)),
        hostBinary: findHostBinary(context),
        extensionIds: values.list('extension-id'),
      };
      return withInstallers(async ({ install }) => {
        const report = await install(options);
        const [id = ''] = report.extensionIds;
        const path = findExtensionFolder(context.programDir);
        const { stepsLeft } = await import('../output/install-steps.ts');
        return {
          stdout: { ...report, extension: path === undefined ? null : { path, id } },
          ...(report.dryRun ? {} : { steps: stepsLeft(report, path, checkCommand(values)) }),
        };
      });
    },
  },
  {
    path: ['uninstall'],
    summary: 'Remove what `bproxy install` registered.',
    flags: [...SCOPE_FLAGS, PURGE_FLAG],
    run: (values, context) => {
      const options = { ...scopeOf(values, homeOf(values, context.env)), purge: values.has('purge') };
      return withInstallers(async ({ uninstall }) => ({ stdout: await uninstall(options) }));
    },
  },
];

function scopeOf(values: FlagValues, home: string) {
  return {
    home,
    system: values.has('system'),
    userDataDirs: values.list('user-data-dir'),
    browsers: values.list('browser'),
    dryRun: values.has('dry-run'),
  };
}

/** The `bproxy doctor` command that checks this installation. */
function checkCommand(values: FlagValues): string {
  const home = values.string('home');
  const folders = values.list('user-data-dir').flatMap((folder) => ['--user-data-dir', folder]);
  return commandLine(['bproxy', 'doctor', ...folders, ...(home ? ['--home', home] : [])]);
}

type Installers = typeof import('@bproxy/installers');

/** The installers are loaded only here, so that other commands start faster. */
async function withInstallers(
  work: (installers: Installers) => Promise<Omit<ExitPlan, 'exitCode'>>,
): Promise<ExitPlan> {
  const installers = await import('@bproxy/installers');
  try {
    return { exitCode: 0, ...(await work(installers)) };
  } catch (error) {
    if (error instanceof installers.InstallError) throw new CommandFailure(error.message);
    throw error;
  }
}
