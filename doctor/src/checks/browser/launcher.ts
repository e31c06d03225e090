import type { Receipt } from '@bproxy/installers';
import type { BrowserPlace } from '../../browsers/browser-places.ts';
import { CHROME_TEXTS, type Rung, type RungDetails, rungs } from '../../check.ts';
import { commandsFor } from '../../commands.ts';
import type { Patient } from '../../installation.ts';
import { installAgain, launcherOf } from '../../machine/registration.ts';
import type { SelfTest } from '../../machine/self-test.ts';
import { type LaunchError, readLaunchError } from '../running/launch-error.ts';
import { isUnchanged } from './manifest.ts';

export interface LauncherQuestion {
  place: BrowserPlace;
  launcher: string;
  /** The extension that the launcher is started for. */
  extensionId: string;
  receipt: Receipt | undefined;
  /** What was on record before the launcher was tried. */
  launchErrorBefore: LaunchError | undefined;
  test(launcher: string, origin: string): Promise<SelfTest>;
}

/** Starts what Chrome would start, with an empty environment, and talks to it in frames. */
export async function launcherRung(patient: Patient, question: LauncherQuestion): Promise<Rung> {
  const { place, launcher, receipt } = question;
  const { fail } = rungs('launcher', place.label);
  const commands = commandsFor(patient);
  const install = commands.install(place);
  const own = launcherOf(patient, receipt);
  // What a stranger put there is Chrome's to run, not ours.
  if (launcher !== own) {
    return fail(`The manifest starts ${launcher}, which is not of this bproxy home.`, {
      evidence: [`launcher: ${launcher}`, `of this home: ${own}`],
      fix: `If you do not need it, delete the manifest, then: ${install}`,
    });
  }
  const mend = isUnchanged(receipt, launcher)
    ? { fix: install, repairs: installAgain(receipt) }
    : { fix: `${commands.remove(launcher)} && ${install}`, repairs: [] };
  const result = await question.test(launcher, `chrome-extension://${question.extensionId}/`);
  return judge(patient, question, result, mend);
}

function judge(patient: Patient, question: LauncherQuestion, result: SelfTest, mend: RungDetails): Rung {
  const { launcher, place, extensionId } = question;
  const { pass, warn, fail } = rungs('launcher', place.label);
  const evidence = [`${launcher} chrome-extension://${extensionId}/ (empty environment, one frame)`];
  const exited = { chromeSays: CHROME_TEXTS.exited, ...mend };
  switch (result.kind) {
    case 'not-started':
      return fail(`The launcher cannot be started: ${result.reason}.`, { evidence, ...exited });
    case 'exited': {
      const why = newLaunchError(patient, question.launchErrorBefore);
      const words = why ?? (result.stderr === '' ? [] : [`stderr: ${result.stderr}`]);
      const missing = words.filter((line) => /^(host|node): .*\((?!present)/.test(line));
      const cause = missing.length > 0 ? `: ${missing.join(', ')}` : '';
      return fail(`The launcher ended with ${result.how}${cause}.`, {
        evidence: [...evidence, ...words],
        ...exited,
      });
    }
    case 'not-a-frame':
      return fail(`The launcher prints text where only frames may stand: "${result.printed}".`, {
        evidence,
        chromeSays: CHROME_TEXTS.communication,
        ...mend,
      });
    case 'silent':
      return fail('The launcher runs, but answers no frame.', { evidence, ...mend });
    case 'stays':
      return warn('The host stays when its input has ended.', { evidence, ...mend });
    case 'answered':
      break;
  }
  evidence.push(
    `answered by: bproxy-host ${result.hostVersion} on Node ${result.nodeVersion}, home ${result.home}`,
    `daemon: ${result.daemon}${result.reason ? ` (${result.reason})` : ''}`,
  );
  const { realPath } = patient.machine;
  if (realPath(result.home) !== realPath(patient.home)) {
    return fail(`The launcher works for another home: ${result.home}.`, { evidence, ...mend });
  }
  if (result.daemon === 'rejected') {
    const fix = commandsFor(patient).install(place, [extensionId]);
    return fail(result.reason, { evidence, fix });
  }
  return pass('The launcher starts the host, and the host answers.', { evidence });
}

/** What the launcher wrote when it failed just now; what an earlier failure left says nothing about this one. */
function newLaunchError({ home }: Patient, before: LaunchError | undefined): string[] | undefined {
  const now = readLaunchError(home);
  return now?.writtenAt === before?.writtenAt ? undefined : now?.lines;
}
