import { type Environment, readEnvironment } from '@bproxy/installers';
import { messageOf } from '@bproxy/shared';
import { type BrowserFacts, readBrowsers } from './browsers/browser-facts.ts';
import type { Installation } from './installation.ts';
import { type DaemonFinding, findDaemon } from './machine/daemon-status.ts';
import { type LaunchError, readLaunchError } from './machine/launch-error.ts';
import { readText, textOf } from './machine/look.ts';
import { type Registration, readRegistration } from './machine/registration.ts';
import { type SelfTest, selfTest } from './machine/self-test.ts';

const KERNEL_RELEASE = '/proc/sys/kernel/osrelease';

/** Everything that the checks judge. It is read once, before the first check runs. */
export interface Facts {
  installation: Installation;
  environment: Environment;
  /** Empty where it does not help to identify the surroundings. */
  kernelRelease: string;
  registration: Registration;
  config: ConfigFinding;
  daemon: DaemonFinding;
  browsers: readonly BrowserFacts[];
  /** Read before the launcher is tried, because a failed trial overwrites the file. */
  launchError: LaunchError | undefined;
  testLauncher(launcher: string, origin: string): Promise<SelfTest>;
}

/** The owner's settings, as judged by the daemon's own reader. */
export type ConfigFinding =
  /** `port` is the one that has to be free. Undefined if any other will do. */
  | { kind: 'valid'; port: number | undefined }
  | { kind: 'invalid'; reason: string }
  | { kind: 'no-reader' }
  | { kind: 'failed'; problem: string };

export async function gatherFacts(given: Installation): Promise<Facts> {
  const { home, machine, newId } = given;
  const launchError = readLaunchError(home);
  const environment = readEnvironment(machine);
  const registration = await readRegistration(given, environment.platform);
  const installation = { ...given, isSystem: registration.isSystem };
  return {
    installation,
    environment,
    kernelRelease: machine.platform === 'linux' ? (readText(KERNEL_RELEASE) ?? '') : '',
    registration,
    config: await readConfig(installation),
    daemon: await findDaemon(installation),
    browsers: await readBrowsers(installation, environment, registration.receipt),
    launchError,
    testLauncher: onceEach((launcher, origin) =>
      selfTest(launcher, origin, newId(), machine.platform, machine.env),
    ),
  };
}

export function isAnyConnected({ daemon }: Facts): boolean {
  return (daemon.status?.clients.length ?? 0) > 0;
}

async function readConfig({ hostBinary, runHost }: Installation): Promise<ConfigFinding> {
  if (hostBinary.path === null) return { kind: 'no-reader' };
  try {
    const { valid, reason, port } = await runHost('check-config');
    return valid === true
      ? { kind: 'valid', port: typeof port === 'number' ? port : undefined }
      : { kind: 'invalid', reason: textOf(reason) };
  } catch (error) {
    return { kind: 'failed', problem: messageOf(error) };
  }
}

/** Several browsers share one launcher. It is tried once for each extension. */
function onceEach(test: Facts['testLauncher']): Facts['testLauncher'] {
  const done = new Map<string, Promise<SelfTest>>();
  return (launcher, origin) => {
    const key = `${launcher}\n${origin}`;
    const result = done.get(key) ?? test(launcher, origin);
    done.set(key, result);
    return result;
  };
}
