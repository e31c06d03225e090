import type { BrowserPlace } from '../../browsers/browser-places.ts';
import { profileTitle } from '../../browsers/open-profiles.ts';
import { profilesIn, type SeenExtension } from '../../browsers/profiles.ts';
import { type Rung, rungs } from '../../check.ts';
import type { Patient } from '../../installation.ts';

/** Chrome's number for "a person turned it off". */
const USER_ACTION = 1;
const LATE = 'Chrome writes its settings up to ten seconds late: after a change, look again.';

/** What is known of the extension in one browser. */
export interface ExtensionQuestion {
  /** Copies of the extension, by the settings that Chrome has written. */
  seen: readonly SeenExtension[];
  /** Profiles that are open; empty if the browser does not run, or the system does not tell. */
  openProfiles: readonly string[];
  /** How many links the browser runs, one for each profile in which the extension is on; undefined if nobody tells. */
  links: number | undefined;
  /** Whether it is at work in this browser or another: then this one may well do without. */
  isUsed: boolean;
  /** Whether any browser is connected. */
  isAnyConnected: boolean;
}

/** In which profiles of a browser the extension is, and whether it is on. A living link counts before Chrome's settings. */
export function extensionRung(patient: Patient, place: BrowserPlace, question: ExtensionQuestion): Rung {
  const { seen, openProfiles, links = 0, isUsed, isAnyConnected } = question;
  const { pass, warn, fail } = rungs('extension', place.label);
  const titles = (profiles: readonly string[]) =>
    profiles.map((name) => (patient.namesProfiles ? profileTitle(place.userDataDir, name) : name)).join(', ');
  const isOpen = openProfiles.length > 0;
  const evidence = [
    ...(seen.length > 0 ? seen.map(describe) : [notSeen(place)]),
    ...(isOpen ? [`open: ${openProfiles.join(', ')}`, LATE] : []),
  ];
  const on = profilesWithIt(seen);
  const without = openProfiles.filter((name) => !on.includes(name));
  if (links > 0 && links >= openProfiles.length) {
    const says =
      on.length > 0
        ? `The extension is on in ${titles(on)}.`
        : 'The extension is on: its link runs, and Chrome has not written its settings yet.';
    return pass(says, { evidence });
  }
  const load = loadingOf(patient);
  if (on.length === 0 && links === 0) {
    const lacks = isUsed ? warn : fail;
    const fix = 'Open chrome://extensions in that profile and turn bproxy on.';
    return seen.length > 0
      ? lacks('The extension is there, but turned off.', { evidence, fix })
      : lacks('The extension was not seen in any profile of this browser.', { evidence, fix: load });
  }
  if (links > 0 && without.length > 0) {
    return warn(`The extension is not in every open profile; not seen in ${titles(without)}.`, {
      evidence,
      fix: `Agents work in the other profile. To let them work in this one: ${load}`,
    });
  }
  if (isOpen && without.length === openProfiles.length) {
    const unreachable = isAnyConnected ? warn : fail;
    return unreachable(`The extension is on in ${titles(on)}, but open is ${titles(without)}.`, {
      evidence,
      fix: `Open a window of the profile ${titles(on)}. Or load the extension in ${titles(without)}: ${load}`,
    });
  }
  if (isOpen && question.links === 0) {
    return warn(`By Chrome's settings the extension is on in ${titles(on)}, but it has not started bproxy.`, {
      evidence,
      fix: 'Open chrome://extensions in that profile: bproxy has to be there and on.',
    });
  }
  return pass(`The extension is on in ${titles(on)}.`, { evidence });
}

export function profilesWithIt(seen: readonly SeenExtension[]): string[] {
  return seen.filter(({ enabled }) => enabled).map(({ profile }) => profile);
}

function loadingOf({ extensionFolder }: Patient): string {
  return extensionFolder === undefined
    ? 'Build the extension with `pnpm build` in the repository, or take it from a store.'
    : `Open chrome://extensions there, turn on "Developer mode", choose "Load unpacked", and take this folder: ${extensionFolder}`;
}

function notSeen({ userDataDir }: BrowserPlace): string {
  return `not in ${profilesIn(userDataDir).join(', ') || 'any profile'} of ${userDataDir}`;
}

function describe({ profile, id, version, path, enabled, disableReasons }: SeenExtension): string {
  const byUser = disableReasons.includes(USER_ACTION) ? ', turned off by a person' : '';
  const off = ` off (reason ${disableReasons.join(', ') || 'unknown'}${byUser})`;
  return `${profile}: ${id} ${version || 'of unknown version'} from ${path || 'unknown'},${enabled ? ' on' : off}`;
}
