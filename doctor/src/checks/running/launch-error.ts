import { type Check, pass, warn } from '../../check.ts';
import { commandsFor } from '../../commands.ts';
import { launchErrorPath } from '../../machine/launch-error.ts';

/** Reports the last failure of the launcher to start the host. */
export const launchErrorCheck: Check = {
  name: 'launch-error',
  run({ installation, launchError }, earlier) {
    if (!launchError) {
      return pass('No failed launch is on record.', { evidence: [launchErrorPath(installation.home)] });
    }
    const { path, lines, writtenAt } = launchError;
    const minutes = Math.max(0, Math.round((installation.now() - writtenAt) / 60_000));
    const evidence = [`${path}, ${minutes} min old`, ...lines];
    const launchers = earlier.filter(({ name }) => name === 'launcher');
    const works = launchers.length > 0 && launchers.every(({ state }) => state === 'pass');
    if (!works) return warn(`The host could not be started ${minutes} min ago.`, { evidence });
    return warn(`The host could not be started ${minutes} min ago; now it can.`, {
      evidence,
      fix: commandsFor(installation).remove(path),
      repairs: [{ kind: 'remove-file', path }],
    });
  },
};
