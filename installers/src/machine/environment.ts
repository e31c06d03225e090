import {
  BROWSERS,
  type BrowserPlaces,
  HOSTS_FOLDER,
  type Platform,
  SANDBOXED_BROWSERS,
} from '@bproxy/manifests';
import { InstallError } from '../install-error.ts';
import type { Machine } from './machine.ts';
import { type NodeFacts, nodeFacts } from './node-path.ts';
import { pathRules } from './path-rules.ts';

/** Facts about the computer, as plain data. Planning needs nothing else. */
export interface Environment {
  platform: Platform;
  uid: number | undefined;
  underSudo: boolean;
  folders: BaseFolders;
  /** Profile folders from the table that exist here. */
  usedProfiles: string[];
  /** Labels of sandboxed browsers, which cannot start the host. */
  sandboxed: string[];
  nodes: NodeFacts;
  /** Sentences that the user should always read. */
  notes: string[];
}

export interface BaseFolders {
  /** The base of the table's relative folders on Linux and macOS. */
  config: string;
  localAppData: string;
  appData: string;
}

/** Windows starts only Windows programs. It reads neither the folders nor the manifests of this file system. */
const WSL_NOTE =
  'This is Linux inside Windows (WSL): only a browser that runs in Linux is registered here. ' +
  'For a browser of Windows, install Node and bproxy in Windows and run `bproxy install` in PowerShell there.';

export function readEnvironment(machine: Machine): Environment {
  const platform = knownPlatform(machine.platform);
  const folders = baseFolders(platform, machine);
  const { join } = pathRules(platform);
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
    notes: platform === 'linux' && machine.env['WSL_DISTRO_NAME'] ? [WSL_NOTE] : [],
  };
}

/** Returns the absolute paths of the folders that show that a browser is used. */
export function profileFolders(
  platform: Platform,
  folders: BaseFolders,
  places: BrowserPlaces | undefined,
): string[] {
  return (places?.profiles ?? []).map((profile) =>
    platform === 'win32'
      ? profile.replace('%LOCALAPPDATA%', folders.localAppData).replace('%APPDATA%', folders.appData)
      : pathRules(platform).join(folders.config, profile),
  );
}

function knownPlatform(name: string): Platform {
  if (name === 'linux' || name === 'darwin' || name === 'win32') return name;
  throw new InstallError(
    'unsupported-platform',
    `bproxy does not know where browsers on ${name} look for native hosts; it knows Linux, macOS and Windows.`,
  );
}

function baseFolders(platform: Platform, { env, homeDir }: Machine): BaseFolders {
  const { join } = pathRules(platform);
  const mac = join(homeDir, 'Library', 'Application Support');
  // Chromium itself looks in this order.
  const linux = env['CHROME_CONFIG_HOME'] || env['XDG_CONFIG_HOME'] || join(homeDir, '.config');
  return {
    config: platform === 'darwin' ? mac : linux,
    localAppData: env['LOCALAPPDATA'] || join(homeDir, 'AppData', 'Local'),
    appData: env['APPDATA'] || join(homeDir, 'AppData', 'Roaming'),
  };
}

/** An installer, ours or another's, made a folder that holds only manifests. A browser did not. */
function isUsed(names: string[] | undefined): boolean {
  return names !== undefined && !(names.length === 1 && names[0] === HOSTS_FOLDER);
}
