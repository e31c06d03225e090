import { dirname } from 'node:path';
import { type ReceiptFile, USER_DATA_DIR } from '@bproxy/installers';
import { CHROME_TEXTS, type Repair, type Rung, rungs } from '../../check.ts';
import { commandsFor } from '../../commands.ts';
import type { Patient } from '../../installation.ts';
import type { Registration } from '../../machine/registration.ts';

const { pass, fail } = rungs('registration');

/** Whether `bproxy install` has been run from this home. What it wrote is judged browser by browser. */
export function registrationRung(
  patient: Patient,
  { path, receipt, problem }: Registration,
  /** To register the browsers that have the extension, or that were named. */
  repairs: Repair[] = [],
): Rung {
  const evidence = [path];
  const fix = commandsFor(patient).installAll;
  if (problem !== undefined) return fail(problem, { evidence });
  if (!receipt) {
    const says = 'bproxy is not registered with any browser.';
    return fail(says, { evidence, chromeSays: CHROME_TEXTS.notFound, fix, repairs });
  }
  const rows = receipt.files.filter(({ browser }) => browser !== null);
  if (rows.length === 0) return fail('The last install registered no browser.', { evidence, fix });
  evidence.push(...rows.map(({ browser, path }) => `${browser}: ${path}`));
  const names = [...new Set(rows.map(nameOf))].join(', ');
  return pass(`bproxy is registered for ${names}.`, { evidence });
}

function nameOf({ browser, path }: ReceiptFile): string | null {
  return browser === USER_DATA_DIR ? dirname(dirname(path)) : browser;
}
