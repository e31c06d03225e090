import { chmod, unlink } from 'node:fs/promises';
import { install, readEnvironment } from '@bproxy/installers';
import { EXTENSION_ID } from '@bproxy/manifests';
import { fileTrouble } from '@bproxy/shared';
import type { CheckResult, Repair } from './check.ts';
import type { Installation } from './installation.ts';
import { statOf } from './machine/look.ts';
import { launcherOf, readRegistration } from './machine/registration.ts';

/** An attempted repair and its result, in a sentence. */
export interface Repaired {
  what: string;
  done: boolean;
  says: string;
}

/** An install refuses a home that others may write to, and the daemon needs everything else. */
const ORDER: readonly Repair['kind'][] = ['chmod', 'install', 'remove-file', 'start-daemon'];

/** Performs the repairs of the failed checks, each once. A refusal is reported and does not stop the others. */
export async function repair(
  installation: Installation,
  results: readonly CheckResult[],
): Promise<Repaired[]> {
  const wanted = results
    .filter(({ state }) => state === 'fail' || state === 'warn')
    .flatMap(({ repairs }) => repairs);
  const once = [...new Map(wanted.map((item) => [JSON.stringify(item), item])).values()];
  once.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  const repaired: Repaired[] = [];
  for (const item of once) {
    const what = nameOf(item);
    try {
      repaired.push({ what, done: true, says: await perform(installation, item) });
    } catch (error) {
      repaired.push({ what, done: false, says: fileTrouble(error) });
    }
  }
  return repaired;
}

function nameOf(item: Repair): string {
  switch (item.kind) {
    case 'install':
      return `install for ${item.userDataDir ?? item.browser}`;
    case 'chmod':
      return `make ${item.path} private`;
    case 'start-daemon':
      return 'start the daemon';
    case 'remove-file':
      return `remove ${item.path}`;
  }
}

async function perform(installation: Installation, item: Repair): Promise<string> {
  switch (item.kind) {
    case 'install':
      return installAgain(installation, item);
    case 'chmod':
      await chmod(item.path, item.mode);
      return `${item.path} has mode 0${item.mode.toString(8)} now.`;
    case 'start-daemon': {
      const { pid, port } = await installation.runHost('start');
      return `The daemon runs as process ${pid} on port ${port}.`;
    }
    case 'remove-file':
      await unlink(item.path);
      return `${item.path} is gone.`;
  }
}

/** Like `bproxy install`, it refuses to overwrite files that someone else wrote or changed. */
async function installAgain(
  installation: Installation,
  item: Extract<Repair, { kind: 'install' }>,
): Promise<string> {
  const { hostBinary, home } = installation;
  if (hostBinary.path === null) throw new Error(hostBinary.reason);
  const { receipt } = await readRegistration(installation, readEnvironment(installation.machine).platform);
  const before = statOf(launcherOf(installation, receipt))?.ino;
  const report = await install({
    home,
    system: false,
    hostBinary: hostBinary.path,
    userDataDirs: item.userDataDir === null ? [] : [item.userDataDir],
    browsers: item.userDataDir === null ? [item.browser] : [],
    extensionIds: item.extensionIds.filter((id) => id !== EXTENSION_ID),
    dryRun: false,
  });
  const written = report.manifests.filter(({ status }) => status === 'written').map(({ path }) => path);
  // Every write replaces the old file with a new one.
  if (statOf(report.launcher)?.ino !== before) written.unshift(report.launcher);
  return written.length > 0 ? `Wrote ${written.join(', ')}.` : 'Everything was as it should be.';
}
