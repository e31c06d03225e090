import { dirname, join } from 'node:path';
import { type Receipt, readReceipt, USER_DATA_DIR } from '@bproxy/installers';
import { EXTENSION_ID } from '@bproxy/manifests';
import type { BrowserPlace } from './browser-places.ts';
import { messageOf } from './guards.ts';
import type { Patient } from './patient.ts';
import type { Repair } from './rung.ts';

export interface Registration {
  receipt: Receipt | undefined;
  /** Why the receipt cannot be read. */
  problem: string | undefined;
}

export async function readRegistration(home: string): Promise<Registration> {
  try {
    return { receipt: await readReceipt(home), problem: undefined };
  } catch (error) {
    return { receipt: undefined, problem: messageOf(error) };
  }
}

/** Where the launcher of a home is, whether or not the receipt is still there. */
export function launcherOf({ home, machine }: Patient, receipt: Receipt | undefined): string {
  const name = machine.platform === 'win32' ? 'bproxy-host.cmd' : 'bproxy-host';
  return receipt?.launcher ?? join(home, 'bin', name);
}

/** Every extension that may connect. */
export function grantedIds(receipt: Receipt | undefined): string[] {
  return [...new Set([EXTENSION_ID, ...(receipt?.extensionIds ?? [])])];
}

/** To install again what was installed, one browser at a time: a refusal of one must not keep back the others. */
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

/** To register one browser, with no more extensions than were granted before. */
export function installFor(
  { browser, userDataDir, isNamed }: BrowserPlace,
  extensionIds: readonly string[],
): Repair {
  return { kind: 'install', browser, userDataDir: isNamed ? userDataDir : null, extensionIds };
}
