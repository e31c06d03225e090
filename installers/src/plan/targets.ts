import { BROWSERS, type Browser, HOSTS_FOLDER, type Platform } from '@bproxy/manifests';
import { InstallError } from '../install-error.ts';
import { type Environment, profileFolders } from '../machine/environment.ts';
import { pathRules } from '../machine/path-rules.ts';

/** One place that one browser reads: a folder on Linux and macOS, a registry key on Windows. */
export interface Target {
  browser: string;
  place: string;
}

export interface Skipped {
  browser: string;
  reason: string;
}

export interface Targets {
  targets: Target[];
  skipped: Skipped[];
}

export interface TargetChoice {
  userDataDirs: readonly string[];
  browsers: readonly string[];
  system: boolean;
}

/** The name of a target that is a folder instead of a known browser. */
export const USER_DATA_DIR = 'user-data-dir';

const SYSTEM_NAMES = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' } as const;

/** Uses the named targets unchanged. Without any, it chooses every browser that has been used here. */
export function chooseTargets(environment: Environment, choice: TargetChoice): Targets {
  if (choice.system) return systemTargets(environment.platform, choice);
  const named = [
    ...choice.userDataDirs.map((folder) => userDataTarget(environment.platform, folder)),
    ...choice.browsers.flatMap((name) =>
      browserTargets(environment, browserNamed(environment.platform, name)),
    ),
  ];
  const sandboxed = environment.sandboxed.map((browser) => ({ browser, reason: SANDBOX_REASON }));
  if (named.length > 0) return { targets: named, skipped: sandboxed };

  const here = BROWSERS.filter(({ places }) => places[environment.platform] !== undefined);
  const used = here.filter((browser) => isUsed(environment, browser));
  if (used.length === 0) throw noBrowser(environment, here);
  return {
    targets: used.flatMap((browser) => browserTargets(environment, browser)),
    skipped: [
      ...here.filter((browser) => !used.includes(browser)).map((browser) => notFound(environment, browser)),
      ...sandboxed,
    ],
  };
}

/** A system install is also for future users and browsers, so it examines no profiles. */
function systemTargets(platform: Platform, { browsers, userDataDirs }: TargetChoice): Targets {
  if (userDataDirs.length > 0) {
    throw new InstallError(
      'bad-path',
      'A --user-data-dir belongs to one user. Leave it out, or leave --system out.',
    );
  }
  const chosen =
    browsers.length > 0
      ? browsers.map((name) => browserNamed(platform, name))
      : BROWSERS.filter(({ places }) => places[platform]);
  const targets = chosen.flatMap(({ name, places }) =>
    (places[platform]?.system ?? []).map((place) => ({
      browser: name,
      place: platform === 'win32' ? `HKLM\\Software\\${place}\\${HOSTS_FOLDER}` : place,
    })),
  );
  return { targets, skipped: [] };
}

export function browserNamed(platform: Platform, name: string): Browser {
  const browser = BROWSERS.find((row) => row.name === name);
  const known = BROWSERS.filter(({ places }) => places[platform]).map((row) => row.name);
  if (!browser) {
    throw new InstallError(
      'unknown-browser',
      `bproxy knows no browser "${name}". Use one of: ${known.join(', ')}; or --user-data-dir DIR.`,
    );
  }
  if (!browser.places[platform]) {
    throw new InstallError(
      'unknown-browser',
      `bproxy knows no ${browser.label} for ${SYSTEM_NAMES[platform]}. Use one of: ${known.join(', ')}.`,
    );
  }
  return browser;
}

export function userDataTarget(platform: Platform, folder: string): Target {
  if (platform === 'win32') {
    throw new InstallError(
      'bad-path',
      'Browsers on Windows read the registry, not the --user-data-dir. Use --browser NAME instead.',
    );
  }
  return { browser: USER_DATA_DIR, place: pathRules(platform).join(folder, HOSTS_FOLDER) };
}

function browserTargets({ platform, folders }: Environment, browser: Browser): Target[] {
  const hosts = browser.places[platform]?.hosts ?? [];
  return hosts.map((host) => ({
    browser: browser.name,
    place:
      platform === 'win32'
        ? `HKCU\\Software\\${host}\\${HOSTS_FOLDER}`
        : pathRules(platform).join(folders.config, host, HOSTS_FOLDER),
  }));
}

function isUsed({ platform, folders, usedProfiles }: Environment, { places }: Browser): boolean {
  return profileFolders(platform, folders, places[platform]).some((folder) => usedProfiles.includes(folder));
}

const SANDBOX_REASON =
  'Its sandbox does not let it start your programs. Use the browser from its vendor or your distribution.';

function notFound({ platform, folders }: Environment, { name, places }: Browser): Skipped {
  const looked = profileFolders(platform, folders, places[platform]).join(', ');
  return { browser: name, reason: `Not used on this computer: there is no ${looked}.` };
}

function noBrowser(environment: Environment, here: readonly Browser[]): InstallError {
  const { platform, folders, sandboxed, notes } = environment;
  const looked = here.flatMap(({ places }) => profileFolders(platform, folders, places[platform]));
  const sandbox =
    sandboxed.length > 0 ? ` Found but not usable: ${sandboxed.join(', ')}. ${SANDBOX_REASON}` : '';
  return new InstallError(
    'no-browser',
    `No browser was found; looked for ${looked.join(', ')}.${sandbox} ` +
      ['Name one with --browser NAME, or a profile folder with --user-data-dir DIR.', ...notes].join(' '),
  );
}
