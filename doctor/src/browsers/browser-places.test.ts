import type { Receipt } from '@bproxy/installers';
import { describe, expect, it } from 'vitest';
import { findBrowsers } from './browser-places.ts';

const environment = (platform: 'linux' | 'win32', usedProfiles: string[]) => ({
  platform,
  uid: 1000,
  underSudo: false,
  folders: { config: '/c', localAppData: 'C:\\L', appData: 'C:\\R' },
  usedProfiles,
  sandboxed: [],
  nodes: { running: '', tempDir: '', knownAliases: [], aliases: [], onPath: [] },
  notes: [],
});
const receipt = (...rows: Array<[browser: string, path: string]>): Receipt => ({
  version: 1,
  launcher: '/h/bin/bproxy-host',
  node: '/n',
  hostBinary: '/b',
  extensionIds: [],
  files: rows.map(([browser, path]) => ({ browser, path, sha256: '', extensionIds: [] })),
  folders: [],
});
const FILE = 'NativeMessagingHosts/com.bproxy.host.json';

describe('findBrowsers', () => {
  it('finds used browsers, with the folders that they read', () => {
    expect(findBrowsers(environment('linux', ['/c/chromium']), undefined, [])).toEqual([
      {
        browser: 'chromium',
        label: 'Chromium',
        userDataDir: '/c/chromium',
        isNamed: false,
        userManifests: [`/c/chromium/${FILE}`],
        systemManifests: ['/etc/chromium/native-messaging-hosts/com.bproxy.host.json'],
        registered: false,
      },
    ]);
  });

  it('adds registered and named browsers, used or not, each once', () => {
    const installed = receipt(
      ['brave', `/c/BraveSoftware/Brave-Browser/${FILE}`],
      ['user-data-dir', `/d/${FILE}`],
    );
    const found = findBrowsers(environment('linux', []), installed, ['/d', '/e']);
    expect(found.map(({ browser, userDataDir, registered }) => [browser, userDataDir, registered])).toEqual([
      ['brave', '/c/BraveSoftware/Brave-Browser', true],
      ['user-data-dir', '/d', true],
      ['user-data-dir', '/e', false],
    ]);
  });

  it('returns registry keys on Windows', () => {
    const [edge] = findBrowsers(environment('win32', ['C:\\L\\Microsoft\\Edge\\User Data']), undefined, []);
    expect(edge).toMatchObject({
      browser: 'edge',
      userManifests: ['HKCU\\Software\\Microsoft\\Edge\\NativeMessagingHosts\\com.bproxy.host'],
      systemManifests: ['HKLM\\Software\\Microsoft\\Edge\\NativeMessagingHosts\\com.bproxy.host'],
    });
  });
});
