import type { Environment, Receipt } from '@bproxy/installers';
import { EXTENSION_ID } from '@bproxy/manifests';
import type { Installation } from '../installation.ts';
import { grantedIds } from '../machine/registration.ts';
import { countLinks } from '../machine/running-links.ts';
import { type BrowserPlace, findBrowsers } from './browser-places.ts';
import { type FoundManifest, findManifest } from './found-manifest.ts';
import { browserProcess, openProfiles } from './open-profiles.ts';
import { extensionsIn, type SeenExtension } from './profiles.ts';

/** The facts about one browser that are visible from outside. */
export interface BrowserFacts {
  place: BrowserPlace;
  /** The pid. Undefined if the browser does not run, or the system does not show it. */
  process: number | undefined;
  /** Copies of the extension, according to the settings that Chrome has written. */
  seen: readonly SeenExtension[];
  /** Open profiles. Empty if the browser does not run, or the system does not show them. */
  openProfiles: readonly string[];
  /** How many links the browser runs, one for each profile in which the extension is on. Undefined if unknown. */
  links: number | undefined;
  /** Whether someone wants bproxy in this browser: it is registered, was named, or has the extension. */
  isWanted: boolean;
  manifest: FoundManifest;
  /** The extensions that need a grant here. */
  wantedIds: readonly string[];
  /** The extensions that `bproxy install` granted here. A repair keeps them. */
  idsBefore: readonly string[];
}

export async function readBrowsers(
  installation: Installation,
  environment: Environment,
  receipt: Receipt | undefined,
): Promise<BrowserFacts[]> {
  const places = findBrowsers(environment, receipt, installation.userDataDirs);
  const processes = new Map(places.map((place) => [place, browserProcess(place.userDataDir)]));
  const isAnyRunning = [...processes.values()].some((process) => process !== undefined);
  const links = isAnyRunning ? await countLinks(installation) : undefined;
  return Promise.all(
    places.map(async (place) => {
      const process = processes.get(place);
      const seen = extensionsIn(place.userDataDir, grantedIds(receipt));
      const isNamed = installation.userDataDirs.includes(place.userDataDir);
      const ids = [...new Set(seen.map(({ id }) => id))];
      return {
        place,
        process,
        seen,
        openProfiles: process === undefined ? [] : openProfiles(place.userDataDir, process),
        links: process === undefined ? undefined : links && (links.get(process) ?? 0),
        isWanted: place.registered || isNamed || seen.length > 0,
        manifest: await findManifest(installation, place),
        wantedIds: ids.length > 0 ? ids : [EXTENSION_ID],
        idsBefore: registeredAt(receipt, place)?.extensionIds ?? [EXTENSION_ID],
      };
    }),
  );
}

function registeredAt(receipt: Receipt | undefined, { userManifests }: BrowserPlace) {
  return receipt?.files.find(({ path }) => userManifests.includes(path));
}
