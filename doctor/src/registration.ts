import { dirname } from 'node:path';
import { type Receipt, readReceipt, USER_DATA_DIR } from '@bproxy/installers';
import { EXTENSION_ID } from '@bproxy/manifests';
import { messageOf } from './guards.ts';
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

/** Every extension that may connect. */
export function grantedIds(receipt: Receipt | undefined): string[] {
  return [...new Set([EXTENSION_ID, ...(receipt?.extensionIds ?? [])])];
}

/** To install again what was installed, one browser at a time: a refusal of one must not keep back the others. */
export function installAgain(receipt: Receipt | undefined): Repair[] {
  const rows = receipt?.files ?? [];
  const repairs = rows.flatMap(({ browser, path, extensionIds }): Repair[] =>
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
  return repairs;
}
