import {
  hostManifest,
  hostManifestText,
  MANIFEST_FILE,
  posixLauncher,
  windowsLauncher,
} from '@bproxy/manifests';
import { HOST_NAME } from '@bproxy/shared';
import { InstallError } from '../install-error.ts';
import type { Base } from '../machine/base.ts';
import type { Environment } from '../machine/environment.ts';
import type { ChosenNode } from '../machine/node-path.ts';
import { allowedExtensionIds, type InstallOptions } from './options.ts';
import { chooseTargets, type Skipped } from './targets.ts';

export interface FileWrite {
  kind: 'file';
  path: string;
  content: string;
  mode: number;
}

/** Sets the default value of a key. */
export interface RegistryWrite {
  kind: 'registry';
  key: string;
  value: string;
}

export type Write = FileWrite | RegistryWrite;

export interface PlannedManifest {
  browser: string;
  /** A file, or on Windows the registry key that names it. */
  path: string;
}

export interface Plan {
  launcher: string;
  extensionIds: string[];
  /** The launcher comes first, so that a manifest never names a missing file. */
  writes: Write[];
  /** One row for each browser and place, because two browsers may read the same place. */
  manifests: PlannedManifest[];
  skipped: Skipped[];
}

export interface PlanFacts {
  environment: Environment;
  base: Base;
  node: ChosenNode;
}

/** Pure: the same facts and options give the same writes, for each of the three systems on any of them. */
export function plan(facts: PlanFacts, options: InstallOptions): Plan {
  const { environment, base } = facts;
  const extensionIds = allowedExtensionIds(options.extensionIds);
  const { targets, skipped } = chooseTargets(environment, options);
  const { join } = base.rules;
  const onWindows = environment.platform === 'win32';
  const launcher = launcherWrite(facts, options.hostBinary);
  const content = writable(() => hostManifestText(hostManifest(launcher.path, extensionIds)));
  const manifest = (path: string): FileWrite => ({ kind: 'file', path, content, mode: 0o644 });

  const manifests = targets.map(({ browser, place }) => ({
    browser,
    path: join(place, onWindows ? HOST_NAME : MANIFEST_FILE),
  }));
  const places = [...new Set(manifests.map(({ path }) => path))];
  const file = join(base.bin, MANIFEST_FILE);
  return {
    launcher: launcher.path,
    extensionIds,
    writes: [
      launcher,
      ...(onWindows
        ? [manifest(file), ...places.map((key) => ({ kind: 'registry', key, value: file }) as const)]
        : places.map(manifest)),
    ],
    manifests,
    skipped,
  };
}

export function launcherWrite({ environment, base, node }: PlanFacts, hostBinary: string): FileWrite {
  const onWindows = environment.platform === 'win32';
  const paths = { node: node.path, fallbackNodes: node.fallbacks, hostBinary, home: base.home };
  return {
    kind: 'file',
    path: base.rules.join(base.bin, onWindows ? 'bproxy-host.cmd' : 'bproxy-host'),
    content: writable(() => (onWindows ? windowsLauncher(paths) : posixLauncher(paths))),
    mode: 0o755,
  };
}

/** Templates refuse paths that they cannot express. The user sees that as a refusal to install. */
function writable(text: () => string): string {
  try {
    return text();
  } catch (error) {
    if (error instanceof TypeError) throw new InstallError('bad-path', error.message, { cause: error });
    throw error;
  }
}
