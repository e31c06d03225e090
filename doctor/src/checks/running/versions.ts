import { type Check, notReached, pass, warn } from '../../check.ts';
import { commandsFor } from '../../commands.ts';

/** Whether the running versions are the installed ones. */
export const versionsCheck: Check = {
  name: 'versions',
  run({ installation, daemon: { status } }) {
    if (!status) return notReached('The daemon does not run.');
    const { cliVersion } = installation;
    const evidence = [
      `bproxy: ${cliVersion}`,
      `daemon: ${status.version}`,
      ...status.clients.map(({ label, extensionVersion }) => `extension in ${label}: ${extensionVersion}`),
    ];
    if (status.version !== cliVersion) {
      return warn(`The daemon still runs as ${status.version}; ${cliVersion} is installed.`, {
        evidence,
        fix: commandsFor(installation).bproxy('service', 'restart'),
      });
    }
    const other = status.clients.find(({ extensionVersion }) => extensionVersion !== cliVersion);
    if (other) {
      return warn(`The extension in ${other.label} is ${other.extensionVersion}; bproxy is ${cliVersion}.`, {
        evidence,
        fix: 'Reload the extension in chrome://extensions, or update bproxy.',
      });
    }
    return pass(`All parts are ${cliVersion}.`, { evidence });
  },
};
