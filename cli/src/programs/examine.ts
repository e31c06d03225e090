import { arch, release, type, userInfo } from 'node:os';
import { resolve } from 'node:path';
import { diagnose, diagnosisText, type Installation, makeReport, outputOf } from '@bproxy/doctor';
import { InstallError, thisMachine } from '@bproxy/installers';
import { messageOf } from '@bproxy/shared';
import { version } from '../../package.json';
import type { Context } from '../commands/command.ts';
import type { FlagValues } from '../flags/flag-values.ts';
import { homeOf } from '../flags/global-flags.ts';
import type { ExitPlan } from '../output/exit-plan.ts';
import { CommandFailure } from '../output/failure.ts';
import { send } from '../send.ts';
import { findHostBinary, HOST_LIMIT_MS } from './host-binary.ts';
import { runHost } from './host-process.ts';
import { findExtensionFolder } from './program-folder.ts';

/** The limit for one question of the doctor. A healthy part answers in milliseconds. */
const ASK_MS = 15_000;

export async function examine(values: FlagValues, context: Context): Promise<ExitPlan> {
  const installation = installationOf(values, context);
  const diagnosis = await sayingWhy(() => diagnose(installation, { fix: values.has('fix') }));
  const stdout = values.has('json') ? diagnosis : diagnosisText(diagnosis);
  return { exitCode: diagnosis.ok ? 0 : 1, stdout };
}

export async function report(values: FlagValues, context: Context, lines: number): Promise<ExitPlan> {
  const facts = {
    userName: userName(),
    system: { type: type(), release: release(), arch: arch() },
    lines,
  };
  const installation = installationOf(values, context);
  return { exitCode: 0, stdout: await sayingWhy(() => makeReport(installation, facts)) };
}

/** Explains a system on which bproxy knows no browsers: there is nothing to examine. */
async function sayingWhy<T>(work: () => Promise<T>): Promise<T> {
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

function installationOf(values: FlagValues, context: Context): Installation {
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
