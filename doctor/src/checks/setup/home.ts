import { join } from 'node:path';
import { HOME_FILES, INSTALL_FILES } from '@bproxy/shared';
import { type Check, fail, pass, type Repair } from '../../check.ts';
import { commandsFor } from '../../commands.ts';
import { linkStatOf, modeOf, statOf } from '../../machine/look.ts';

/** Folders and files of bproxy that only their owner may read. */
const PRIVATE = [
  { name: '.', mode: 0o700 },
  { name: HOME_FILES.logs, mode: 0o700 },
  { name: HOME_FILES.token, mode: 0o600 },
  { name: HOME_FILES.lock, mode: 0o600 },
  { name: INSTALL_FILES.receipt, mode: 0o600 },
] as const;

export const homeCheck: Check = {
  name: 'home',
  run({ installation }) {
    const { home, machine } = installation;
    const folder = statOf(home);
    if (!folder) {
      return pass(`${home} does not exist yet; it is made when it is needed.`, { evidence: [home] });
    }
    if (!folder.isDirectory()) {
      return fail(`${home} is not a folder.`, {
        evidence: [home],
        fix: 'Move it away, or choose another home.',
      });
    }
    if (machine.uid === undefined) return pass(`${home} is there.`, { evidence: [home] });
    if (folder.uid !== machine.uid) {
      return fail(`${home} belongs to another user (uid ${folder.uid}, you are ${machine.uid}).`, {
        evidence: [`${home}: mode ${modeOf(folder)}, uid ${folder.uid}`],
        fix: 'Run bproxy as its owner, or choose another home with BPROXY_HOME.',
      });
    }
    const wrong = PRIVATE.flatMap(({ name, mode }) => {
      const path = join(home, name);
      // Links are not followed: someone chose the target on purpose.
      const stats = linkStatOf(path);
      if (!stats || stats.isSymbolicLink() || (stats.mode & 0o077) === 0) return [];
      return [{ path, mode, found: modeOf(stats) }];
    });
    const evidence = [`${home}: mode ${modeOf(folder)}`];
    const [first] = wrong;
    if (!first) return pass(`${home} is yours alone.`, { evidence });
    const { chmod } = commandsFor(installation);
    return fail(`Other users of this computer may read ${wrong.map(({ path }) => path).join(', ')}.`, {
      evidence: wrong.map(
        ({ path, mode, found }) => `${path}: mode ${found}, should be 0${mode.toString(8)}`,
      ),
      fix: wrong.map(({ path, mode }) => chmod(mode, path)).join(' && '),
      repairs: wrong.map(({ path, mode }): Repair => ({ kind: 'chmod', path, mode })),
    });
  },
};
