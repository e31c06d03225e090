import { join } from 'node:path';
import { LAUNCH_ERROR_FILE } from '@bproxy/manifests';
import { type Rung, rungs } from '../../check.ts';
import { commandsFor } from '../../commands.ts';
import type { Patient } from '../../installation.ts';
import { readText, statOf } from '../../machine/look.ts';

const { pass, warn } = rungs('launch-error');

export interface LaunchError {
  path: string;
  lines: string[];
  writtenAt: number;
}

/** Read before the launcher is tried: a failing trial writes the file anew. */
export function readLaunchError(home: string): LaunchError | undefined {
  const path = join(home, 'logs', LAUNCH_ERROR_FILE);
  const text = readText(path);
  const stats = statOf(path);
  return text === undefined || !stats
    ? undefined
    : { path, lines: text.trim().split('\n'), writtenAt: stats.mtimeMs };
}

/** The last time that the launcher could not start the host. */
export function launchErrorRung(patient: Patient, error: LaunchError | undefined, launches: boolean): Rung {
  if (!error) {
    return pass('No failed launch is on record.', {
      evidence: [join(patient.home, 'logs', LAUNCH_ERROR_FILE)],
    });
  }
  const minutes = Math.max(0, Math.round((patient.now() - error.writtenAt) / 60_000));
  const evidence = [`${error.path}, ${minutes} min old`, ...error.lines];
  if (!launches) return warn(`The host could not be started ${minutes} min ago.`, { evidence });
  return warn(`The host could not be started ${minutes} min ago; now it can.`, {
    evidence,
    fix: commandsFor(patient).remove(error.path),
    repairs: [{ kind: 'remove-file', path: error.path }],
  });
}
