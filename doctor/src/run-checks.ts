import { readEnvironment } from '@bproxy/installers';
import { EXTENSION_ID } from '@bproxy/manifests';
import { browserRungs } from './browsers/browser-facts.ts';
import { findBrowsers } from './browsers/browser-places.ts';
import { openProfiles } from './browsers/open-profiles.ts';
import { extensionsIn } from './browsers/profiles.ts';
import { browserProcess } from './browsers/running-browser.ts';
import type { Rung } from './check.ts';
import { connectedRung } from './checks/running/connected.ts';
import { daemonRung } from './checks/running/daemon.ts';
import { launchErrorRung, readLaunchError } from './checks/running/launch-error.ts';
import { pageRung } from './checks/running/page.ts';
import { portRung } from './checks/running/port.ts';
import { roundTripRung } from './checks/running/round-trip.ts';
import { versionsRung } from './checks/running/versions.ts';
import { binariesRung } from './checks/setup/binaries.ts';
import { configRung } from './checks/setup/config.ts';
import { homeRung } from './checks/setup/home.ts';
import { nodeRung } from './checks/setup/node.ts';
import { registrationRung } from './checks/setup/registration.ts';
import { surroundingsRung } from './checks/setup/surroundings.ts';
import type { Patient } from './installation.ts';
import { findDaemon } from './machine/daemon-status.ts';
import { grantedIds, installFor, readRegistration } from './machine/registration.ts';
import { countLinks } from './machine/running-links.ts';
import { type SelfTest, selfTest } from './machine/self-test.ts';
import { knock } from './machine/who-answers.ts';

/**
 * The ladder, from what everything stands on to what only the whole chain can do. What comes first is the cause of
 * what fails later: a browser that cannot start the host leaves the daemon down and nobody connected.
 */
export async function examine(given: Patient): Promise<Rung[]> {
  const { home, machine } = given;
  const launchError = readLaunchError(home);
  const environment = readEnvironment(machine);
  const registration = await readRegistration(given, environment.platform);
  const { receipt, isSystem } = registration;
  const patient = { ...given, isSystem };
  const places = findBrowsers(environment, receipt, patient.userDataDirs);
  const config = await configRung(patient);
  const daemon = await findDaemon(patient);
  const { status } = daemon;

  const running = places.map((place) => ({ place, process: browserProcess(place.userDataDir) }));
  const links = running.some(({ process }) => process !== undefined) ? await countLinks(patient) : undefined;
  const browsers = running.map(({ place, process }) => ({
    place,
    process,
    seen: extensionsIn(place.userDataDir, grantedIds(receipt)),
    openProfiles: process === undefined ? [] : openProfiles(place.userDataDir, process),
    links: process === undefined ? undefined : links && (links.get(process) ?? 0),
    isAskedFor: patient.userDataDirs.includes(place.userDataDir),
  }));
  const isAnyConnected = (status?.clients.length ?? 0) > 0;
  const isUsed = isAnyConnected || browsers.some(({ seen }) => seen.some(({ enabled }) => enabled));
  const rungs = [
    await nodeRung(patient, receipt),
    await binariesRung(patient, receipt),
    homeRung(patient),
    config.rung,
    registrationRung(
      patient,
      registration,
      browsers
        .filter(({ seen, isAskedFor }) => isAskedFor || seen.length > 0)
        .map(({ place }) => installFor(place, [EXTENSION_ID])),
    ),
    surroundingsRung(patient, environment),
  ];
  const trial = {
    launchErrorBefore: launchError,
    test: onceEach((launcher, origin) =>
      selfTest(launcher, origin, patient.newId(), machine.platform, machine.env),
    ),
  };
  for (const { place, isAskedFor, ...known } of browsers) {
    const extension = { ...known, isUsed, isAnyConnected };
    rungs.push(...(await browserRungs(patient, { place, receipt, extension, isAskedFor, launcher: trial })));
  }
  const launchers = rungs.filter(({ name }) => name === 'launcher');
  const launches = launchers.length > 0 && launchers.every(({ state }) => state === 'pass');
  const ladder = [
    ...rungs,
    launchErrorRung(patient, launchError, launches),
    daemonRung(patient, daemon),
    await portRung(patient, { daemon, fixedPort: config.fixedPort, knock }),
    connectedRung({ status, now: patient.now(), browsers }),
    versionsRung(patient, status),
    await roundTripRung(patient, status),
    await pageRung(patient, status),
  ];
  return isSystem ? ladder.map(forAdministrator) : ladder;
}

/** What is installed for every user is not this user's to write. */
function forAdministrator(rung: Rung): Rung {
  return { ...rung, repairs: rung.repairs.filter(({ kind }) => kind !== 'install') };
}

/** Several browsers share one launcher; it is tried once for each extension. */
function onceEach(test: (launcher: string, origin: string) => Promise<SelfTest>) {
  const done = new Map<string, Promise<SelfTest>>();
  return (launcher: string, origin: string): Promise<SelfTest> => {
    const key = `${launcher}\n${origin}`;
    const result = done.get(key) ?? test(launcher, origin);
    done.set(key, result);
    return result;
  };
}
