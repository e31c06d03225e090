import type { Receipt } from '@bproxy/installers';
import { EXTENSION_ID } from '@bproxy/manifests';
import { type Rung, rungs } from '../check.ts';
import { type ExtensionQuestion, extensionRung } from '../checks/browser/extension.ts';
import { grantedRung } from '../checks/browser/granted.ts';
import { type LauncherQuestion, launcherRung } from '../checks/browser/launcher.ts';
import { isUnchanged, manifestRung } from '../checks/browser/manifest.ts';
import { policyRung } from '../checks/browser/policy.ts';
import type { Patient } from '../installation.ts';
import { grantedIds } from '../machine/registration.ts';
import type { BrowserPlace } from './browser-places.ts';

export interface BrowserQuestion {
  place: BrowserPlace;
  receipt: Receipt | undefined;
  extension: ExtensionQuestion;
  /** Named on the command line, so that its absence is a fault. */
  isAskedFor: boolean;
  launcher: Pick<LauncherQuestion, 'test' | 'launchErrorBefore'>;
}

/** The rungs of one browser. One that nobody uses bproxy in has a single line. */
export async function browserRungs(patient: Patient, question: BrowserQuestion): Promise<Rung[]> {
  const { place, receipt } = question;
  const { seen } = question.extension;
  const granted = grantedIds(receipt);
  const isWanted = place.registered || question.isAskedFor || seen.length > 0;
  const before = receipt?.files.find(({ path }) => place.userManifests.includes(path));
  const idsBefore = before?.extensionIds ?? [EXTENSION_ID];
  const { rung: manifest, usable } = await manifestRung(patient, {
    place,
    receipt,
    isWanted,
    extensionIds: idsBefore,
  });
  if (!isWanted) return [manifest];

  const extension = extensionRung(patient, place, question.extension);
  // On Windows the manifest's file does not tell; the user's keys are the ones that bproxy writes.
  const isSystemWide = usable !== undefined && place.systemManifests.includes(usable.file);
  const policy = await policyRung(patient, place, isSystemWide);
  if (!usable) {
    const later = ['granted', 'launcher'].map((name) =>
      rungs(name, place.label).notReached('There is no manifest that Chrome could use.'),
    );
    return [policy, manifest, ...later, extension];
  }
  const ids = [...new Set(seen.map(({ id }) => id))];
  const wantedIds = ids.length > 0 ? ids : [EXTENSION_ID];
  const { file, launcher, origins } = usable;
  return [
    policy,
    manifest,
    grantedRung(patient, {
      place,
      file,
      origins,
      wantedIds,
      grantedIds: granted,
      idsBefore,
      isUnchanged: isUnchanged(receipt, file),
    }),
    await launcherRung(patient, {
      place,
      launcher,
      receipt,
      extensionId: wantedIds.find((id) => granted.includes(id)) ?? EXTENSION_ID,
      ...question.launcher,
    }),
    extension,
  ];
}
