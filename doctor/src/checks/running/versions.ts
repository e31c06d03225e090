import { type Rung, rungs } from '../../check.ts';
import { commandsFor } from '../../commands.ts';
import type { Patient } from '../../installation.ts';
import type { DaemonStatus } from '../../machine/daemon-status.ts';

const { pass, warn, notReached } = rungs('versions');

/** Whether what runs is what is installed. */
export function versionsRung(patient: Patient, status: DaemonStatus | undefined): Rung {
  if (!status) return notReached('Only a running daemon can tell.');
  const { cliVersion } = patient;
  const evidence = [
    `bproxy: ${cliVersion}`,
    `daemon: ${status.version}`,
    ...status.clients.map(({ label, extensionVersion }) => `extension in ${label}: ${extensionVersion}`),
  ];
  if (status.version !== cliVersion) {
    return warn(`The daemon still runs as ${status.version}; ${cliVersion} is installed.`, {
      evidence,
      fix: commandsFor(patient).bproxy('service', 'restart'),
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
}
