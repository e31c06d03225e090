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
  /** Sentences that the user should read in any case. */
  notes: string[];
}

export interface BaseFolders {
  /** What the table's folders are relative to on Linux and macOS. */
  config: string;
  localAppData: string;
  appData: string;
}

/** Windows starts programs of Windows; it reads neither this file system's folders nor its manifests. */
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

/** The folders that show a browser is used, as absolute paths. */
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
