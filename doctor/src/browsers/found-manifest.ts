import { CHROME_PORT_ERRORS } from '@bproxy/shared';
import type { Installation } from '../installation.ts';
import { isExecutable, readText, statOf } from '../machine/look.ts';
import { readRegistry } from '../machine/registry.ts';
import type { BrowserPlace } from './browser-places.ts';
import { absoluteHostPath, readManifest } from './manifest-rules.ts';

/** The host manifest that a browser finds, and whether Chrome can use it. */
export type FoundManifest =
  | { kind: 'none' }
  /** `problem` completes the sentence "Chrome cannot use it: …". */
  | { kind: 'refused'; file: string; problem: string }
  | { kind: 'no-program'; file: string; launcher: string; fault: LauncherFault }
  | { kind: 'usable'; file: string; launcher: string; origins: string[]; oddity?: string };

interface LauncherFault {
  says: string;
  chromeSays: string;
}

export async function findManifest(installation: Installation, place: BrowserPlace): Promise<FoundManifest> {
  const { platform } = installation.machine;
  const file = await findFile(installation, [...place.userManifests, ...place.systemManifests]);
  if (file === undefined) return { kind: 'none' };
  const text = readText(file);
  const manifest = text === undefined ? 'it cannot be read' : readManifest(text, platform);
  if (typeof manifest === 'string') return { kind: 'refused', file, problem: manifest };
  const { path, ...rest } = manifest;
  const launcher = absoluteHostPath(platform, file, path);
  const fault = launcherFault(launcher, platform);
  if (fault) return { kind: 'no-program', file, launcher, fault };
  return { kind: 'usable', file, launcher, ...rest };
}

/** The first file counts, even if a better one follows. */
async function findFile(installation: Installation, places: readonly string[]): Promise<string | undefined> {
  for (const place of places) {
    const file = installation.machine.platform === 'win32' ? await fileOfKey(installation, place) : place;
    if (file !== undefined && statOf(file)?.isFile()) return file;
  }
  return undefined;
}

async function fileOfKey({ output }: Installation, key: string): Promise<string | undefined> {
  const printed = await output('reg', 'query', key, '/ve');
  return readRegistry(printed ?? '').find(({ name }) => name === '')?.value;
}

function launcherFault(path: string, platform: string): LauncherFault | undefined {
  const stats = statOf(path);
  if (!stats) {
    return {
      says: `The program that the manifest names is missing: ${path}.`,
      chromeSays: CHROME_PORT_ERRORS['not-found'],
    };
  }
  if (!stats.isFile()) {
    return {
      says: `The manifest names something that is not a program: ${path}.`,
      chromeSays: CHROME_PORT_ERRORS.exited,
    };
  }
  if (platform !== 'win32' && (stats.mode & 0o111) === 0) {
    return { says: `${path} is not executable.`, chromeSays: CHROME_PORT_ERRORS.exited };
  }
  if (!isExecutable(path)) {
    return { says: `You may not execute ${path}.`, chromeSays: CHROME_PORT_ERRORS.exited };
  }
  return undefined;
}
