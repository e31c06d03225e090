import { join } from 'node:path';
import { CHROME_PORT_ERRORS, HOST_NAME, isRecord } from '@bproxy/shared';
import type { Installation } from '../installation.ts';
import { namesIn, readText } from '../machine/look.ts';
import { readRegistry } from '../machine/registry.ts';
import { readChromeJson } from './chrome-json.ts';

/** An administrator's settings for native hosts, under the names of Chrome's policies. */
export type Policies = Record<string, unknown>;

interface PolicyPlace {
  linux: string;
  darwin: string;
  win32: string;
}

const CHROME: PolicyPlace = { linux: 'opt/chrome', darwin: 'com.google.Chrome', win32: 'Google\\Chrome' };
const CHROMIUM: PolicyPlace = { linux: 'chromium', darwin: 'org.chromium.Chromium', win32: 'Chromium' };
const PLACES: ReadonlyArray<readonly [browser: RegExp, places: readonly PolicyPlace[]]> = [
  [/^chrome-for-testing$/, [{ ...CHROME, linux: 'opt/chrome_for_testing' }]],
  [/^chrome/, [CHROME]],
  [/^chromium$/, [CHROMIUM]],
  [/^edge/, [{ linux: 'opt/edge', darwin: 'com.microsoft.Edge', win32: 'Microsoft\\Edge' }]],
  [/^brave/, [{ linux: 'brave', darwin: 'com.brave.Browser', win32: 'BraveSoftware\\Brave' }]],
  [/^vivaldi/, [{ linux: 'vivaldi', darwin: 'com.vivaldi.Vivaldi', win32: 'Vivaldi' }]],
  // It is unknown which browser this is.
  [/./, [CHROME, CHROMIUM]],
];

export interface FoundPolicies {
  policies: Policies;
  /** The examined places. */
  looked: string[];
}

/** Reads the policies for a browser from the place where its system keeps them. `root` is / except in tests. */
export async function readPolicies(
  installation: Installation,
  browser: string,
  root = '/',
): Promise<FoundPolicies> {
  const places = PLACES.find(([pattern]) => pattern.test(browser))?.[1] ?? [];
  const found: FoundPolicies = { policies: {}, looked: [] };
  for (const place of places) {
    const { policies, looked } = await readFrom(installation, place, root);
    Object.assign(found.policies, policies);
    found.looked.push(...looked);
  }
  return found;
}

async function readFrom(
  installation: Installation,
  place: PolicyPlace,
  root: string,
): Promise<FoundPolicies> {
  switch (installation.machine.platform) {
    case 'darwin': {
      const file = `/Library/Managed Preferences/${place.darwin}.plist`;
      const printed = await installation.output('plutil', '-convert', 'json', '-o', '-', file);
      return { policies: policiesFromJson(printed ?? ''), looked: [file] };
    }
    case 'win32': {
      const keys = ['HKLM', 'HKCU'].map((hive) => `${hive}\\Software\\Policies\\${place.win32}`);
      const printed = await Promise.all(keys.map((key) => installation.output('reg', 'query', key, '/s')));
      return { policies: policiesFromRegistry(printed.join('\n')), looked: keys };
    }
    default: {
      const folder = join(root, 'etc', place.linux, 'policies', 'managed');
      // Chrome reads them in this order, and the last one wins.
      const files = namesIn(folder).sort();
      const read = files.map((file) => policiesFromJson(readText(join(folder, file)) ?? ''));
      return { policies: Object.assign({}, ...read), looked: [folder] };
    }
  }
}

export function policiesFromJson(text: string): Policies {
  const { value } = readChromeJson(text);
  return isRecord(value) ? value : {};
}

/** A list is a separate key with numbered values. A switch is a number. */
export function policiesFromRegistry(printed: string): Policies {
  const policies: Policies = {};
  for (const { key, name, value } of readRegistry(printed)) {
    const list = key.split('\\').at(-1) ?? '';
    if (!/^\d+$/.test(name)) policies[name] = /^0x/.test(value) ? Number(value) !== 0 : value;
    else policies[list] = [...listOf(policies[list]), value];
  }
  return policies;
}

export interface PolicyFault {
  says: string;
  chromeSays: string;
}

/** Describes how the policies block our host, by Chromium's rules. Undefined if they allow it. */
export function judgePolicies(policies: Policies, isSystemWide: boolean): PolicyFault | undefined {
  const blocked = listOf(policies['NativeMessagingBlocklist']);
  const allowed = listOf(policies['NativeMessagingAllowlist']);
  const blocks = blocked.find((name) => name === HOST_NAME || name === '*');
  if (blocks !== undefined && !allowed.includes(HOST_NAME)) {
    return {
      says: `An administrator's policy forbids native hosts: NativeMessagingBlocklist has "${blocks}".`,
      chromeSays: CHROME_PORT_ERRORS.policy,
    };
  }
  if (policies['NativeMessagingUserLevelHosts'] === false && !isSystemWide) {
    return {
      says: 'An administrator allows only hosts that were installed for the whole computer: NativeMessagingUserLevelHosts is off.',
      chromeSays: CHROME_PORT_ERRORS['not-found'],
    };
  }
  return undefined;
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
