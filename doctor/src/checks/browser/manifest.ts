import { readFileSync } from 'node:fs';
import { isOurFile, type Receipt } from '@bproxy/installers';
import { EXTENSION_ID } from '@bproxy/manifests';
import type { BrowserPlace } from '../../browsers/browser-places.ts';
import { absoluteHostPath, readManifest } from '../../browsers/manifest-rules.ts';
import { CHROME_TEXTS, type Rung, rungs } from '../../check.ts';
import { commandsFor } from '../../commands.ts';
import type { Patient } from '../../installation.ts';
import { isExecutable, readText, statOf } from '../../machine/look.ts';
import { installFor, launcherOf } from '../../machine/registration.ts';
import { readRegistry } from '../../machine/registry.ts';

export interface ManifestFinding {
  rung: Rung;
  /** If Chrome can use it: the program that it starts, and for whom. */
  usable: { file: string; launcher: string; origins: string[] } | undefined;
}

export interface ManifestQuestion {
  place: BrowserPlace;
  receipt: Receipt | undefined;
  /** Whether somebody wants bproxy in this browser: it was registered, named, or has the extension. */
  isWanted: boolean;
  /** The ids that were granted here before; a new one is never granted unasked. */
  extensionIds: readonly string[];
}

/** The manifest that this browser finds, by Chrome's own rules. */
export async function manifestRung(patient: Patient, question: ManifestQuestion): Promise<ManifestFinding> {
  const { place, receipt } = question;
  const { pass, warn, fail } = rungs('manifest', place.label);
  const commands = commandsFor(patient);
  const repairs = [installFor(place, question.extensionIds)];
  const install = commands.install(
    place,
    question.extensionIds.filter((id) => id !== EXTENSION_ID),
  );
  const unusable = (rung: Rung): ManifestFinding => ({ rung, usable: undefined });

  const file = await findManifest(patient, [...place.userManifests, ...place.systemManifests]);
  if (file === undefined) {
    const elsewhere = (receipt?.files ?? [])
      .filter(({ browser, path }) => browser !== null && !place.userManifests.includes(path) && statOf(path))
      .map(({ path }) => `registered instead: ${path}`);
    const evidence = [...place.userManifests.map((path) => `not there: ${path}`), ...elsewhere];
    if (!question.isWanted) {
      return unusable(warn('bproxy is not registered with this browser.', { evidence, fix: install }));
    }
    const says = `There is no host manifest where this browser looks${elsewhere.length > 0 ? ', only elsewhere' : ''}.`;
    return unusable(fail(says, { evidence, chromeSays: CHROME_TEXTS.notFound, fix: install, repairs }));
  }

  const evidence = [file];
  const ours = isUnchanged(receipt, file);
  const mend = ours
    ? { fix: install, repairs }
    : { fix: `${commands.remove(file)} && ${install}`, repairs: [] };
  const text = readText(file);
  const manifest = text === undefined ? 'it cannot be read' : readManifest(text, patient.machine.platform);
  if (typeof manifest === 'string') {
    const says = `Chrome cannot use ${file}: ${manifest}.`;
    return unusable(fail(says, { evidence, chromeSays: CHROME_TEXTS.notFound, ...mend }));
  }
  const launcher = absoluteHostPath(patient.machine.platform, file, manifest.path);
  const broken = launcherFault(launcher, patient.machine.platform);
  if (broken) {
    const isOwn = launcher === launcherOf(patient, receipt);
    return unusable(
      fail(broken.says, {
        evidence: [...evidence, `path: ${launcher}`],
        chromeSays: broken.chromeSays,
        ...(isOwn ? { fix: install, repairs } : mend),
      }),
    );
  }
  const usable = { file, launcher, origins: manifest.origins };
  evidence.push(`path: ${launcher}`, ...manifest.origins.map((origin) => `allows: ${origin}`));
  if (manifest.oddity) {
    const says = `Chrome reads ${file}, but it has ${manifest.oddity}, which is not JSON.`;
    return { rung: warn(says, { evidence, ...mend }), usable };
  }
  if (!ours) evidence.push('not as `bproxy install` wrote it');
  return { rung: pass('Chrome can read the host manifest.', { evidence }), usable };
}

/** The first one counts, even if a better one comes after it. */
async function findManifest(patient: Patient, places: readonly string[]): Promise<string | undefined> {
  for (const place of places) {
    const file = patient.machine.platform === 'win32' ? await fileOfKey(patient, place) : place;
    if (file !== undefined && statOf(file)?.isFile()) return file;
  }
  return undefined;
}

async function fileOfKey(patient: Patient, key: string): Promise<string | undefined> {
  const printed = await patient.output('reg', 'query', key, '/ve');
  return readRegistry(printed ?? '').find(({ name }) => name === '')?.value;
}

function launcherFault(path: string, platform: string): { says: string; chromeSays: string } | undefined {
  const stats = statOf(path);
  if (!stats) {
    return {
      says: `The program that the manifest names is not there: ${path}.`,
      chromeSays: CHROME_TEXTS.notFound,
    };
  }
  if (!stats.isFile()) {
    return { says: `What the manifest names is not a program: ${path}.`, chromeSays: CHROME_TEXTS.exited };
  }
  if (platform !== 'win32' && (stats.mode & 0o111) === 0) {
    return { says: `${path} is not executable.`, chromeSays: CHROME_TEXTS.exited };
  }
  if (!isExecutable(path)) {
    return { says: `You may not execute ${path}.`, chromeSays: CHROME_TEXTS.exited };
  }
  return undefined;
}

export function isUnchanged(receipt: Receipt | undefined, file: string): boolean {
  try {
    return isOurFile(receipt, file, readFileSync(file));
  } catch {
    return false;
  }
}
