import { EXTENSION_ID } from '@bproxy/manifests';
import { CHROME_PORT_ERRORS } from '@bproxy/shared';
import type { BrowserPlace } from '../../browsers/browser-places.ts';
import {
  type BrowserCheck,
  fail,
  notReached,
  pass,
  type Verdict,
  type VerdictDetails,
  warn,
} from '../../check.ts';
import { commandsFor } from '../../commands.ts';
import type { Facts } from '../../facts.ts';
import type { Installation } from '../../installation.ts';
import { type LaunchError, readLaunchError } from '../../machine/launch-error.ts';
import { grantedIds, installAgain, isUnchanged, launcherOf } from '../../machine/registration.ts';
import type { SelfTest } from '../../machine/self-test.ts';

/** Starts the program that Chrome would start, with an empty environment, and exchanges messages with it. */
export const launcherCheck: BrowserCheck = {
  name: 'launcher',
  async run(facts, { place, manifest, wantedIds }) {
    if (manifest.kind !== 'usable') return notReached('There is no manifest that Chrome could use.');
    const { installation, registration } = facts;
    const { receipt } = registration;
    const { launcher } = manifest;
    const commands = commandsFor(installation);
    const install = commands.install(place);
    const own = launcherOf(installation, receipt);
    // Chrome may run someone else's program; the doctor does not.
    if (launcher !== own) {
      return fail(`The manifest starts ${launcher}, which is not of this bproxy home.`, {
        evidence: [`launcher: ${launcher}`, `of this home: ${own}`],
        fix: `If you do not need it, delete the manifest, then: ${install}`,
      });
    }
    const reinstall = isUnchanged(receipt, launcher)
      ? { fix: install, repairs: installAgain(receipt) }
      : { fix: `${commands.remove(launcher)} && ${install}`, repairs: [] };
    const granted = grantedIds(receipt);
    const extensionId = wantedIds.find((id) => granted.includes(id)) ?? EXTENSION_ID;
    const result = await facts.testLauncher(launcher, `chrome-extension://${extensionId}/`);
    return judge(facts, { place, launcher, extensionId, result, reinstall });
  },
};

interface Trial {
  place: BrowserPlace;
  launcher: string;
  /** The extension that the launcher is started for. */
  extensionId: string;
  result: SelfTest;
  reinstall: VerdictDetails;
}

function judge({ installation, launchError }: Facts, trial: Trial): Verdict {
  const { launcher, place, extensionId, result, reinstall } = trial;
  const evidence = [`${launcher} chrome-extension://${extensionId}/ (empty environment, one message)`];
  const exited = { chromeSays: CHROME_PORT_ERRORS.exited, ...reinstall };
  switch (result.kind) {
    case 'not-started':
      return fail(`The launcher cannot be started: ${result.reason}.`, { evidence, ...exited });
    case 'exited': {
      const why = newLaunchError(installation, launchError);
      const words = why ?? (result.stderr === '' ? [] : [`stderr: ${result.stderr}`]);
      const missing = words.filter((line) => /^(host|node): .*\((?!present)/.test(line));
      const cause = missing.length > 0 ? `: ${missing.join(', ')}` : '';
      return fail(`The launcher ended with ${result.how}${cause}.`, {
        evidence: [...evidence, ...words],
        ...exited,
      });
    }
    case 'not-a-frame':
      return fail(
        `The launcher prints text to stdout, which is reserved for messages: "${result.printed}".`,
        {
          evidence,
          chromeSays: CHROME_PORT_ERRORS.communication,
          ...reinstall,
        },
      );
    case 'silent':
      return fail('The launcher runs, but does not answer.', { evidence, ...reinstall });
    case 'stays':
      return warn('The host keeps running after its input has ended.', { evidence, ...reinstall });
    case 'answered':
      break;
  }
  evidence.push(
    `answered by: bproxy-host ${result.hostVersion} on Node ${result.nodeVersion}, home ${result.home}`,
    `daemon: ${result.daemon}${result.reason ? ` (${result.reason})` : ''}`,
  );
  const { realPath } = installation.machine;
  if (realPath(result.home) !== realPath(installation.home)) {
    return fail(`The launcher works for another home: ${result.home}.`, { evidence, ...reinstall });
  }
  if (result.daemon === 'rejected') {
    const fix = commandsFor(installation).install(place, [extensionId]);
    return fail(result.reason, { evidence, fix });
  }
  return pass('The launcher starts the host, and the host answers.', { evidence });
}

/** Returns the lines of a launch failure that just happened. An earlier failure says nothing about this one. */
function newLaunchError({ home }: Installation, before: LaunchError | undefined): string[] | undefined {
  const now = readLaunchError(home);
  return now?.writtenAt === before?.writtenAt ? undefined : now?.lines;
}
