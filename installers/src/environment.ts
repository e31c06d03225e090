import path from 'node:path';
import {
  BROWSERS,
  type BrowserPlaces,
  HOSTS_FOLDER,
  type Platform,
  SANDBOXED_BROWSERS,
} from '@bproxy/manifests';
import { InstallError } from './install-error.ts';
import type { Machine } from './machine.ts';
import { type NodeFacts, nodeFacts } from './node-path.ts';

/** Facts about the computer, as plain data: all that planning needs to know. */
export interface Environment {
  platform: Platform;
  uid: number | undefined;
  underSudo: boolean;
  folders: BaseFolders;
  /** Profile folders of the table that exist here. */
  usedProfiles: string[];
  /** Labels of browsers found in a sandbox that cannot start the host. */
  sandboxed: string[];
  nodes: NodeFacts;
}

export interface BaseFolders {
  /** What the table's folders are relative to on Linux and macOS. */
  config: string;
  localAppData: string;
  appData: string;
}

export function readEnvironment(machine: Machine): Environment {
  const platform = knownPlatform(machine.platform);
  const folders = baseFolders(platform, machine);
  const { join } = pathsOf(platform);
  const profiles = BROWSERS.flatMap(({ places }) => profileFolders(platform, folders, places[platform]));
  const sandboxed = SANDBOXED_BROWSERS.filter(
    ({ folder }) => platform === 'linux' && machine.listFolder(join(machine.homeDir, folder)),
  );
  return {
    platform,
    uid: machine.uid,
    underSudo: machine.uid === 0 && Boolean(machine.env['SUDO_USER']),
    folders,
    usedProfiles: profiles.filter((folder) => isUsed(machine.listFolder(folder))),
    sandboxed: sandboxed.map(({ label }) => label),
    nodes: nodeFacts(platform, machine),
  };
}

/** The folders that show a browser is used, as absolute paths. */
export function profileFolders(
  platform: Platform,
  folders: BaseFolders,
  places: BrowserPlaces | undefined,
): string[] {
  return (places?.profiles ?? []).map((profile) =>
    platform === 'win32'
      ? profile.replace('%LOCALAPPDATA%', folders.localAppData).replace('%APPDATA%', folders.appData)
      : path.posix.join(folders.config, profile),
  );
}

/** Plans are made for all three systems on any of them, so the path rules follow the plan, not this process. */
export function pathsOf(platform: Platform): path.PlatformPath {
  return platform === 'win32' ? path.win32 : path.posix;
}

function knownPlatform(name: string): Platform {
  if (name === 'linux' || name === 'darwin' || name === 'win32') return name;
  throw new InstallError(
    'unsupported-platform',
    `bproxy does not know where browsers on ${name} look for native hosts; it knows Linux, macOS and Windows.`,
  );
}

function baseFolders(platform: Platform, { env, homeDir }: Machine): BaseFolders {
  const { join } = pathsOf(platform);
  const mac = join(homeDir, 'Library', 'Application Support');
  // The order in which Chromium itself looks.
  const linux = env['CHROME_CONFIG_HOME'] || env['XDG_CONFIG_HOME'] || join(homeDir, '.config');
  return {
    config: platform === 'darwin' ? mac : linux,
    localAppData: env['LOCALAPPDATA'] || join(homeDir, 'AppData', 'Local'),
    appData: env['APPDATA'] || join(homeDir, 'AppData', 'Roaming'),
  };
}

/** A folder that holds nothing but manifests was made by an installer, ours or another's, not by a browser. */
function isUsed(names: string[] | undefined): boolean {
  return names !== undefined && !(names.length === 1 && names[0] === HOSTS_FOLDER);
}
