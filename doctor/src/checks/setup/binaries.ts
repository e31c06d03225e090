import { CHROME_PORT_ERRORS, messageOf } from '@bproxy/shared';
import { type Check, fail, pass, warn } from '../../check.ts';
import { commandsFor } from '../../commands.ts';
import { statOf, textOf } from '../../machine/look.ts';
import { installAgain } from '../../machine/registration.ts';

/** Whether the command line and the host program both exist, have the same version, and are what the browser starts. */
export const binariesCheck: Check = {
  name: 'binaries',
  async run({ installation, registration: { receipt } }) {
    const { hostBinary, cliVersion } = installation;
    const evidence = [`bproxy: ${cliVersion}`];
    if (hostBinary.path === null) {
      return fail(hostBinary.reason, { evidence, fix: 'Install bproxy again.' });
    }
    const repair = { fix: commandsFor(installation).installAll, repairs: installAgain(receipt) };
    let version: string;
    try {
      version = textOf((await installation.runHost('status'))['version']);
    } catch (error) {
      return fail(`The host program does not run: ${messageOf(error)}`, {
        evidence: [...evidence, `bproxy-host: ${hostBinary.path}`],
        fix: 'Install bproxy again.',
      });
    }
    evidence.push(`bproxy-host: ${version}, ${hostBinary.path}`);
    if (version !== cliVersion) {
      return fail(`bproxy is ${cliVersion} and bproxy-host is ${version}; they must have the same version.`, {
        evidence,
        fix: 'Install bproxy again.',
      });
    }
    if (receipt && receipt.hostBinary !== hostBinary.path) {
      evidence.push(`started by the browser: ${receipt.hostBinary}`);
      return statOf(receipt.hostBinary)?.isFile()
        ? // Both work, so a person has to choose one.
          warn(`The browser starts another copy of the host program: ${receipt.hostBinary}.`, {
            evidence,
            fix: repair.fix,
          })
        : fail(`The host program that the browser should start is gone: ${receipt.hostBinary}.`, {
            evidence,
            chromeSays: CHROME_PORT_ERRORS.exited,
            ...repair,
          });
    }
    return pass(`bproxy and bproxy-host are both ${version}.`, { evidence });
  },
};
