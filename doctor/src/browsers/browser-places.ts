import { dirname, join } from 'node:path';
import { type Environment, pathRules, profileFolders, type Receipt, USER_DATA_DIR } from '@bproxy/installers';
import { BROWSERS, type BrowserPlaces, HOSTS_FOLDER, MANIFEST_FILE } from '@bproxy/manifests';
import { HOST_NAME } from '@bproxy/shared';

/** One browser's data folder, and the places where that browser looks for the host's manifest. */
export interface BrowserPlace {
  browser: string;
  label: string;
  userDataDir: string;
  /** Whether the caller named it by its folder instead of its name. */
  isNamed: boolean;
  /** The places where the browser looks first: files, or registry keys on Windows. */
  userManifests: string[];
  systemManifests: string[];
  registered: boolean;
}

/** Finds every browser that has been used here, that `bproxy install` registered, or that the caller named. */
export function findBrowsers(
  environment: Environment,
  receipt: Receipt | undefined,
  userDataDirs: readonly string[],
): BrowserPlace[] {
  const recorded = (receipt?.files ?? [])
    .filter(({ browser }) => browser === USER_DATA_DIR)
    .map(({ path }) => dirname(dirname(path)));
  const folders = [...new Set([...userDataDirs, ...recorded])];
  const names = new Set(receipt?.files.map(({ browser }) => browser));
  const places = [
    ...knownBrowsers(environment, names),
    ...folders.map((folder) => namedPlace(environment, folder)),
  ];
  const known = new Set(receipt?.files.map(({ path }) => path));
  return places.map((place) => ({
    ...place,
    registered: place.userManifests.some((path) => known.has(path)),
  }));
}

type UnjudgedPlace = Omit<BrowserPlace, 'registered'>;

/** A browser may be registered before its first use. */
function knownBrowsers(environment: Environment, registered: ReadonlySet<string | null>): UnjudgedPlace[] {
  const { platform, folders, usedProfiles } = environment;
  return BROWSERS.flatMap(({ name, label, places }) => {
    const place = places[platform];
    const profiles = profileFolders(platform, folders, place);
    const used = profiles.find((folder) => usedProfiles.includes(folder));
    const userDataDir = used ?? (registered.has(name) ? profiles[0] : undefined);
    if (!place || userDataDir === undefined) return [];
    return [{ browser: name, label, userDataDir, isNamed: false, ...manifestsOf(environment, place) }];
  });
}

/** It is unknown which browser uses this folder, so the other places of any browser may count. */
function namedPlace(environment: Environment, userDataDir: string): UnjudgedPlace {
  const { platform } = environment;
  const all = BROWSERS.flatMap(({ places }) => places[platform] ?? []).map((place) =>
    manifestsOf(environment, place),
  );
  const own = join(userDataDir, HOSTS_FOLDER, MANIFEST_FILE);
  return {
    browser: USER_DATA_DIR,
    label: userDataDir,
    userDataDir,
    isNamed: true,
    // The registry does not depend on the data folder.
    userManifests: platform === 'win32' ? unique(all.flatMap(({ userManifests }) => userManifests)) : [own],
    systemManifests: unique(all.flatMap(({ systemManifests }) => systemManifests)),
  };
}

function manifestsOf({ platform, folders }: Environment, { hosts, system }: BrowserPlaces) {
  if (platform === 'win32') {
    const keys = (hive: string, products: readonly string[]) =>
      products.map((product) => `${hive}\\Software\\${product}\\${HOSTS_FOLDER}\\${HOST_NAME}`);
    return { userManifests: keys('HKCU', hosts), systemManifests: keys('HKLM', system) };
  }
  const paths = pathRules(platform);
  return {
    userManifests: hosts.map((host) => paths.join(folders.config, host, HOSTS_FOLDER, MANIFEST_FILE)),
    systemManifests: system.map((folder) => paths.join(folder, MANIFEST_FILE)),
  };
}

function unique(items: string[]): string[] {
  return [...new Set(items)];
}
