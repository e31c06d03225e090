import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { baseOf, isOurFile, type Receipt, readReceipt, USER_DATA_DIR } from '@bproxy/installers';
import { EXTENSION_ID, type Platform } from '@bproxy/manifests';
import { INSTALL_FILES, messageOf } from '@bproxy/shared';
import type { BrowserPlace } from '../browsers/browser-places.ts';
import type { Repair } from '../check.ts';
import type { Installation } from '../installation.ts';

export interface Registration {
  /** The receipt's file. */
  path: string;
  receipt: Receipt | undefined;
  /** Whether an administrator installed it for every user. Only an administrator can then repair it. */
  isSystem: boolean;
  /** Why the receipt cannot be read. */
  problem: string | undefined;
}

/** Reads the user's own registration, or else that of the whole system. */
export async function readRegistration(
  { home, machine }: Pick<Installation, 'home' | 'machine'>,
  platform: Platform,
): Promise<Registration> {
  const read = async (system: boolean): Promise<Registration> => {
    const path = baseOf(platform, { system, home }).receipt;
    const found = { path, isSystem: system, receipt: undefined, problem: undefined };
    try {
      return { ...found, receipt: await readReceipt(machine.files, path) };
    } catch (error) {
      return { ...found, problem: messageOf(error) };
    }
  };
  const own = await read(false);
  if (own.receipt || own.problem !== undefined) return own;
  const system = await read(true);
  return system.receipt ? system : own;
}

/** Returns the path of a home's launcher, whether or not the receipt still exists. */
export function launcherOf({ home, machine }: Installation, receipt: Receipt | undefined): string {
  const name = machine.platform === 'win32' ? 'bproxy-host.cmd' : 'bproxy-host';
  return receipt?.launcher ?? join(home, INSTALL_FILES.bin, name);
}

/** Returns every extension that may connect. */
export function grantedIds(receipt: Receipt | undefined): string[] {
  return [...new Set([EXTENSION_ID, ...(receipt?.extensionIds ?? [])])];
}

/**
 * Returns the repairs that repeat an earlier install, one browser at a time, so that a refusal of one does not stop the
 * others.
 */
export function installAgain(receipt: Receipt | undefined): Repair[] {
  const rows = receipt?.files ?? [];
  return rows.flatMap(({ browser, path, extensionIds }): Repair[] =>
    browser === null
      ? []
      : [
          {
            kind: 'install',
            browser,
            userDataDir: browser === USER_DATA_DIR ? dirname(dirname(path)) : null,
            extensionIds,
          },
        ],
  );
}

/** Returns the repair that registers one browser. It grants no more extensions than before. */
export function installFor(
  { browser, userDataDir, isNamed }: BrowserPlace,
  extensionIds: readonly string[],
): Repair {
  return { kind: 'install', browser, userDataDir: isNamed ? userDataDir : null, extensionIds };
}

/** Whether a file is unchanged since `bproxy install` wrote it. */
export function isUnchanged(receipt: Receipt | undefined, file: string): boolean {
  try {
    return isOurFile(receipt, file, readFileSync(file));
  } catch {
    return false;
  }
}
