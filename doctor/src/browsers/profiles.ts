import { join } from 'node:path';
import { isRecord } from '@bproxy/shared';
import { namesIn, readObject, statOf, textOf } from '../machine/look.ts';

/** Our extension, as a browser profile records it. */
export interface SeenExtension {
  profile: string;
  id: string;
  enabled: boolean;
  /** Chrome's numeric reasons why it is off. */
  disableReasons: number[];
  /** Empty if neither the profile nor the extension's folder contains it. */
  version: string;
  path: string;
}

const SETTINGS_FILES = ['Preferences', 'Secure Preferences'];
const EXTENSION_NAME = 'bproxy';

/** Returns the profile folders of a browser. bproxy never writes to them. */
export function profilesIn(userDataDir: string): string[] {
  return namesIn(userDataDir).filter((name) =>
    SETTINGS_FILES.some((file) => statOf(join(userDataDir, name, file))?.isFile()),
  );
}

/** Finds copies of our extension by a known id, or by name if it was loaded without its key. */
export function extensionsIn(userDataDir: string, knownIds: readonly string[]): SeenExtension[] {
  return profilesIn(userDataDir).flatMap((profile) => {
    const folder = join(userDataDir, profile);
    return [...settingsOf(folder)].flatMap(([id, setting]) => {
      const seen = seenExtension(profile, folder, id, setting);
      return knownIds.includes(id) || seen.name === EXTENSION_NAME ? [seen.extension] : [];
    });
  });
}

/** An extension's settings are in either file, or partly in both. */
function settingsOf(profileFolder: string): Map<string, Record<string, unknown>> {
  const all = new Map<string, Record<string, unknown>>();
  for (const file of SETTINGS_FILES) {
    const extensions = readObject(join(profileFolder, file))?.['extensions'];
    const settings = isRecord(extensions) ? extensions['settings'] : undefined;
    if (!isRecord(settings)) continue;
    for (const [id, setting] of Object.entries(settings)) {
      if (isRecord(setting)) all.set(id, { ...all.get(id), ...setting });
    }
  }
  return all;
}

function seenExtension(profile: string, folder: string, id: string, setting: Record<string, unknown>) {
  const path = textOf(setting['path']);
  const onDisk = path === '' ? undefined : join(path.startsWith('/') ? '' : join(folder, 'Extensions'), path);
  const stored = isRecord(setting['manifest']) ? setting['manifest'] : undefined;
  const manifest = stored ?? (onDisk ? readObject(join(onDisk, 'manifest.json')) : undefined);
  const registered = setting['service_worker_registration_info'];
  const disableReasons = reasonsOf(setting['disable_reasons']);
  return {
    name: textOf(manifest?.['name']),
    extension: {
      profile,
      id,
      enabled: disableReasons.length === 0 && setting['state'] !== 0,
      disableReasons,
      version: textOf(manifest?.['version']) || textOf(isRecord(registered) ? registered['version'] : ''),
      path,
    },
  };
}

/** A list since Chrome 137. Before, one number with a bit for each reason. */
function reasonsOf(value: unknown): number[] {
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'number');
  return typeof value === 'number' && value !== 0 ? [value] : [];
}

/** Returns the profiles in which the extension is on. */
export function profilesWithIt(seen: readonly SeenExtension[]): string[] {
  return seen.filter(({ enabled }) => enabled).map(({ profile }) => profile);
}
