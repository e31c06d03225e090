import { dirname } from 'node:path';
import { type ReceiptFile, USER_DATA_DIR } from '@bproxy/installers';
import { EXTENSION_ID } from '@bproxy/manifests';
import { CHROME_PORT_ERRORS } from '@bproxy/shared';
import { type Check, fail, pass } from '../../check.ts';
import { commandsFor } from '../../commands.ts';
import { installFor } from '../../machine/registration.ts';

/** Whether `bproxy install` has been run from this home. Later checks judge its files browser by browser. */
export const registrationCheck: Check = {
  name: 'registration',
  run({ installation, registration, browsers }) {
    const { path, receipt, problem } = registration;
    const evidence = [path];
    const fix = commandsFor(installation).installAll;
    if (problem !== undefined) return fail(problem, { evidence });
    if (!receipt) {
      const wanted = browsers.filter(({ isWanted }) => isWanted);
      const repairs = wanted.map(({ place }) => installFor(place, [EXTENSION_ID]));
      const says = 'bproxy is not registered with any browser.';
      return fail(says, { evidence, chromeSays: CHROME_PORT_ERRORS['not-found'], fix, repairs });
    }
    const rows = receipt.files.filter(({ browser }) => browser !== null);
    if (rows.length === 0) return fail('The last install registered no browser.', { evidence, fix });
    evidence.push(...rows.map(({ browser, path }) => `${browser}: ${path}`));
    const names = [...new Set(rows.map(nameOf))].join(', ');
    return pass(`bproxy is registered for ${names}.`, { evidence });
  },
};

function nameOf({ browser, path }: ReceiptFile): string | null {
  return browser === USER_DATA_DIR ? dirname(dirname(path)) : browser;
}
