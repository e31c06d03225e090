export type Platform = 'linux' | 'darwin' | 'win32';

/**
 * The places where one browser looks on one system. Linux and macOS: `hosts` and `profiles` are relative to the
 * configuration folder, `system` is absolute, and the manifest is in `<hosts>/NativeMessagingHosts`. Windows: `hosts`
 * are keys below `HKCU\Software` and `system` below `HKLM\Software`; `profiles` start with a variable.
 */
export interface BrowserPlaces {
  /** Any of these folders shows that the browser has been used here. The browser may read its manifests elsewhere. */
  readonly profiles: readonly string[];
  readonly hosts: readonly string[];
  readonly system: readonly string[];
}

export interface Browser {
  /** The name for `--browser`. */
  readonly name: string;
  readonly label: string;
  readonly places: Readonly<Partial<Record<Platform, BrowserPlaces>>>;
}

/** The folder below `hosts` on Linux and macOS, and the second to last part of the registry key on Windows. */
export const HOSTS_FOLDER = 'NativeMessagingHosts';

const LINUX_CHROME = ['/etc/opt/chrome/native-messaging-hosts'];
const LINUX_EDGE = ['/etc/opt/edge/native-messaging-hosts', ...LINUX_CHROME];
const MAC_CHROME = ['/Library/Google/Chrome/NativeMessagingHosts'];
const MAC_EDGE = ['/Library/Microsoft/Edge/NativeMessagingHosts'];
const CHROME_KEY = 'Google\\Chrome';
const BRAVE_KEYS = ['BraveSoftware\\Brave-Browser', CHROME_KEY];

/** The browser reads manifests from the folder that holds its profiles. */
function own(folder: string, system: readonly string[]): BrowserPlaces {
  return { profiles: [folder], hosts: [folder], system };
}

/**
 * The browser reads manifests from another folder than that of its profiles, or sources disagree and bproxy writes to
 * all.
 */
function other(
  profiles: readonly string[],
  hosts: readonly string[],
  system: readonly string[],
): BrowserPlaces {
  return { profiles, hosts, system };
}

/** On Windows, profiles are below %LOCALAPPDATA%, and HKLM holds the same keys as HKCU. */
function keys(product: string, ...hosts: readonly string[]): BrowserPlaces {
  return { profiles: [`%LOCALAPPDATA%\\${product}`], hosts, system: hosts };
}

function chromeChannel(name: string, label: string, linux: string, mac: string, win: string): Browser {
  return {
    name,
    label,
    places: {
      linux: own(linux, LINUX_CHROME),
      darwin: own(mac, MAC_CHROME),
      win32: keys(`${win}\\User Data`, CHROME_KEY),
    },
  };
}

function edgeChannel(name: string, label: string, linux: string | null, win: string): Browser {
  return {
    name,
    label,
    places: {
      ...(linux ? { linux: own(linux, LINUX_EDGE) } : {}),
      darwin: own(label, MAC_EDGE),
      win32: keys(`${win}\\User Data`, 'Microsoft\\Edge'),
    },
  };
}

function braveChannel(name: string, label: string, suffix: string): Browser {
  const folder = `BraveSoftware/Brave-Browser${suffix}`;
  return {
    name,
    label,
    places: {
      linux: own(folder, LINUX_CHROME),
      darwin: other([folder], [folder, 'Google/Chrome'], MAC_CHROME),
      win32: keys(`BraveSoftware\\Brave-Browser${suffix}\\User Data`, ...BRAVE_KEYS),
    },
  };
}

/**
 * Taken from the sources and documents of Chromium and the vendors. Where two disagree, bproxy writes to every folder.
 */
export const BROWSERS: readonly Browser[] = [
  chromeChannel('chrome', 'Google Chrome', 'google-chrome', 'Google/Chrome', 'Google\\Chrome'),
  chromeChannel(
    'chrome-beta',
    'Google Chrome Beta',
    'google-chrome-beta',
    'Google/Chrome Beta',
    'Google\\Chrome Beta',
  ),
  chromeChannel(
    'chrome-dev',
    'Google Chrome Dev',
    'google-chrome-unstable',
    'Google/Chrome Dev',
    'Google\\Chrome Dev',
  ),
  chromeChannel(
    'chrome-canary',
    'Google Chrome Canary',
    'google-chrome-canary',
    'Google/Chrome Canary',
    'Google\\Chrome SxS',
  ),
  {
    name: 'chrome-for-testing',
    label: 'Google Chrome for Testing',
    places: {
      // Builds before 146 read Chrome's own folder.
      linux: other(
        ['google-chrome-for-testing'],
        ['google-chrome-for-testing', 'google-chrome'],
        ['/etc/opt/chrome_for_testing/native-messaging-hosts'],
      ),
      darwin: other(
        ['Google/ChromeForTesting', 'Google/Chrome for Testing'],
        ['Google/ChromeForTesting', 'Google/Chrome for Testing', 'Google/Chrome'],
        ['/Library/Google/ChromeForTesting/NativeMessagingHosts'],
      ),
      win32: keys('Google\\Chrome for Testing\\User Data', 'Chromium', CHROME_KEY),
    },
  },
  {
    name: 'chromium',
    label: 'Chromium',
    places: {
      linux: own('chromium', ['/etc/chromium/native-messaging-hosts']),
      darwin: own('Chromium', ['/Library/Application Support/Chromium/NativeMessagingHosts']),
      win32: keys('Chromium\\User Data', 'Chromium'),
    },
  },
  edgeChannel('edge', 'Microsoft Edge', 'microsoft-edge', 'Microsoft\\Edge'),
  edgeChannel('edge-beta', 'Microsoft Edge Beta', 'microsoft-edge-beta', 'Microsoft\\Edge Beta'),
  edgeChannel('edge-dev', 'Microsoft Edge Dev', 'microsoft-edge-dev', 'Microsoft\\Edge Dev'),
  edgeChannel('edge-canary', 'Microsoft Edge Canary', null, 'Microsoft\\Edge SxS'),
  // Brave on Linux reads this folder even when it runs with another --user-data-dir.
  braveChannel('brave', 'Brave', ''),
  braveChannel('brave-beta', 'Brave Beta', '-Beta'),
  braveChannel('brave-nightly', 'Brave Nightly', '-Nightly'),
  {
    name: 'vivaldi',
    label: 'Vivaldi',
    places: {
      linux: own('vivaldi', LINUX_CHROME),
      darwin: own('Vivaldi', ['/Library/Application Support/Vivaldi/NativeMessagingHosts']),
      win32: keys('Vivaldi\\User Data', 'Vivaldi', CHROME_KEY),
    },
  },
  {
    name: 'vivaldi-snapshot',
    label: 'Vivaldi Snapshot',
    places: { linux: own('vivaldi-snapshot', LINUX_CHROME) },
  },
  {
    name: 'opera',
    label: 'Opera',
    places: {
      // Opera reads Chrome's folder for every profile.
      linux: other(['opera', 'opera-beta', 'opera-developer'], ['google-chrome'], LINUX_CHROME),
      darwin: other(['com.operasoftware.Opera'], ['Google/Chrome', 'com.operasoftware.Opera'], MAC_CHROME),
      win32: other(['%APPDATA%\\Opera Software\\Opera Stable'], [CHROME_KEY], [CHROME_KEY]),
    },
  },
  {
    name: 'arc',
    label: 'Arc',
    places: {
      darwin: own('Arc/User Data', ['/Library/Application Support/Arc/User Data/NativeMessagingHosts']),
      win32: keys('Packages\\TheBrowserCompany.Arc_ttt1ap7aakyb4', CHROME_KEY),
    },
  },
];

export interface SandboxedBrowser {
  readonly label: string;
  /** A folder below the user's home folder. It exists if the sandboxed browser has been used. */
  readonly folder: string;
}

/**
 * Linux packages whose sandbox cannot start a program of the user. Snap forbids it; a Flatpak has no Node and sees no
 * file outside its own folder. bproxy names them to the user and never registers them halfway.
 */
export const SANDBOXED_BROWSERS: readonly SandboxedBrowser[] = [
  { label: 'Chromium (Snap)', folder: 'snap/chromium' },
  { label: 'Google Chrome (Flatpak)', folder: '.var/app/com.google.Chrome' },
  { label: 'Google Chrome Dev (Flatpak)', folder: '.var/app/com.google.ChromeDev' },
  { label: 'Chromium (Flatpak)', folder: '.var/app/org.chromium.Chromium' },
  { label: 'Microsoft Edge (Flatpak)', folder: '.var/app/com.microsoft.Edge' },
  { label: 'Brave (Flatpak)', folder: '.var/app/com.brave.Browser' },
];

/** The folders for the launcher and the receipt of `bproxy install --system`. Only an administrator may change them. */
export const SYSTEM_FOLDERS: Readonly<Record<Platform, string>> = {
  linux: '/usr/local/lib/bproxy',
  darwin: '/Library/Application Support/bproxy',
  win32: 'C:\\Program Files\\bproxy',
};
