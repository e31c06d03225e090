import { CHROME_PORT_ERRORS } from '@bproxy/shared';
import { afterEach, describe, expect, it } from 'vitest';
import { type FakeInstallation, fakeInstallation } from '../testing/fake-installation.ts';
import { judgePolicies, policiesFromRegistry, readPolicies } from './managed-policies.ts';

let fake: FakeInstallation | undefined;
afterEach(() => fake?.remove());

describe('judgePolicies', () => {
  it.each([
    [{}, undefined],
    [{ NativeMessagingBlocklist: ['com.other.host'] }, undefined],
    [{ NativeMessagingBlocklist: ['*'] }, CHROME_PORT_ERRORS.policy],
    [{ NativeMessagingBlocklist: ['com.bproxy.host'] }, CHROME_PORT_ERRORS.policy],
    [{ NativeMessagingBlocklist: ['*'], NativeMessagingAllowlist: ['com.bproxy.host'] }, undefined],
    [{ NativeMessagingBlocklist: '*' }, undefined],
    [{ NativeMessagingUserLevelHosts: false }, CHROME_PORT_ERRORS['not-found']],
    [{ NativeMessagingUserLevelHosts: true }, undefined],
  ])('judges %j', (policies, chromeSays) => {
    expect(judgePolicies(policies, false)?.chromeSays).toBe(chromeSays);
  });

  it('allows a system-wide host if only user-level hosts are off', () => {
    expect(judgePolicies({ NativeMessagingUserLevelHosts: false }, true)).toBeUndefined();
  });
});

describe('readPolicies', () => {
  it('reads the folder of the browser on Linux, where the last file wins', async () => {
    fake = fakeInstallation();
    fake.write('etc/chromium/policies/managed/10.json', { NativeMessagingBlocklist: ['*'], Other: 1 });
    fake.write('etc/chromium/policies/managed/20.json', '// ours\n{"NativeMessagingBlocklist": []}');
    fake.write('etc/chromium/policies/managed/broken.json', '{');
    fake.write('etc/opt/edge/policies/managed/a.json', { NativeMessagingUserLevelHosts: false });
    expect((await readPolicies(fake.installation, 'chromium', fake.root)).policies).toEqual({
      NativeMessagingBlocklist: [],
      Other: 1,
    });
    const edge = await readPolicies(fake.installation, 'edge-beta', fake.root);
    expect(edge.policies).toEqual({ NativeMessagingUserLevelHosts: false });
    expect((await readPolicies(fake.installation, 'brave', fake.root)).policies).toEqual({});
    const named = await readPolicies(fake.installation, 'user-data-dir', fake.root);
    expect(named.looked).toHaveLength(2);
  });

  it('lets macOS convert the plist to JSON', async () => {
    const ran: string[][] = [];
    const output = async (...words: string[]) => {
      ran.push(words);
      return '{"NativeMessagingBlocklist":["*"]}';
    };
    fake = fakeInstallation({ output }, { platform: 'darwin' });
    const { policies } = await readPolicies(fake.installation, 'chrome');
    expect(policies).toEqual({ NativeMessagingBlocklist: ['*'] });
    const file = '/Library/Managed Preferences/com.google.Chrome.plist';
    expect(ran).toEqual([['plutil', '-convert', 'json', '-o', '-', file]]);
  });

  it('reads both hives of the Windows registry', async () => {
    const ran: string[][] = [];
    const output = async (...words: string[]) => {
      ran.push(words);
      return words[2]?.startsWith('HKLM') ? PRINTED : undefined;
    };
    fake = fakeInstallation({ output }, { platform: 'win32' });
    const { policies } = await readPolicies(fake.installation, 'edge');
    expect(policies).toEqual(policiesFromRegistry(PRINTED));
    expect(ran).toEqual([
      ['reg', 'query', 'HKLM\\Software\\Policies\\Microsoft\\Edge', '/s'],
      ['reg', 'query', 'HKCU\\Software\\Policies\\Microsoft\\Edge', '/s'],
    ]);
  });
});

const PRINTED = [
  '',
  'HKEY_LOCAL_MACHINE\\Software\\Policies\\Microsoft\\Edge',
  '    NativeMessagingUserLevelHosts    REG_DWORD    0x0',
  '    HomepageLocation    REG_SZ    https://x.test/',
  '',
  'HKEY_LOCAL_MACHINE\\Software\\Policies\\Microsoft\\Edge\\NativeMessagingBlocklist',
  '    1    REG_SZ    *',
  '    2    REG_SZ    com.two words',
  '',
].join('\r\n');

describe('policiesFromRegistry', () => {
  it('reads lists and switches from the output of reg', () => {
    expect(policiesFromRegistry(PRINTED)).toEqual({
      NativeMessagingUserLevelHosts: false,
      HomepageLocation: 'https://x.test/',
      NativeMessagingBlocklist: ['*', 'com.two words'],
    });
    expect(policiesFromRegistry('ERROR: The system was unable to find the key.')).toEqual({});
  });
});
