import { arch, release, type, userInfo } from 'node:os';
import { resolve } from 'node:path';
import { diagnose, diagnosisText, type Installation, makeReport, outputOf } from '@bproxy/doctor';
import { InstallError, thisMachine } from '@bproxy/installers';
import { messageOf } from '@bproxy/shared';
import type { Context } from '../commands/command.ts';
import type { FlagValues } from '../flags/flag-values.ts';
import { homeOf } from '../flags/global-flags.ts';
import type { ExitPlan } from '../output/exit-plan.ts';
import { CommandFailure } from '../output/failure.ts';
import type { send } from '../send.ts';
import type { findHostBinary } from './host-binary.ts';
import { runHost } from './host-process.ts';
import type { findExtensionFolder } from './program-folder.ts';

/** The limit for one question of the doctor. A healthy part answers in milliseconds. */
const ASK_MS = 15_000;

/** What every command has loaded. Imported here, it would be a file of its own that every command has to open. */
export interface Loaded {
  version: string;
  hostLimitMs: number;
  send: typeof send;
  findHostBinary: typeof findHostBinary;
  findExtensionFolder: typeof findExtensionFolder;
}

export async function examine(values: FlagValues, context: Context, loaded: Loaded): Promise<ExitPlan> {
  const installation = installationOf(values, context, loaded);
  const diagnosis = await sayingWhy(() => diagnose(installation, { fix: values.has('fix') }));
  const stdout = values.has('json') ? diagnosis : diagnosisText(diagnosis);
  return { exitCode: diagnosis.ok ? 0 : 1, stdout };
}

export async function report(
  values: FlagValues,
  context: Context,
  lines: number,
  loaded: Loaded,
): Promise<ExitPlan> {
  const facts = {
    userName: userName(),
    system: { type: type(), release: release(), arch: arch() },
    lines,
  };
  const installation = installationOf(values, context, loaded);
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

function installationOf(values: FlagValues, context: Context, loaded: Loaded): Installation {
  const home = homeOf(values, context.env);
  const hostBinary = hostBinaryOf(context, loaded);
  return {
    home,
    namesHome: values.has('home'),
    machine: thisMachine(),
    cliVersion: loaded.version,
    hostBinary,
    userDataDirs: values.list('user-data-dir').map((folder) => resolve(folder)),
    extensionFolder: loaded.findExtensionFolder(context.programDir),
    namesProfiles: true,
    mayOpenPage: values.has('page'),
    now: context.now,
    newId: context.newId,
    output: outputOf,
    runHost: async (...words) =>
      runHost(hostBinary.path ?? '', [...words, '--home', home], loaded.hostLimitMs),
    ask: (action, params, session = '') =>
      loaded.send(
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

function hostBinaryOf(context: Context, loaded: Loaded): Installation['hostBinary'] {
  try {
    return { path: loaded.findHostBinary(context) };
  } catch (error) {
    return { path: null, reason: messageOf(error) };
  }
}
