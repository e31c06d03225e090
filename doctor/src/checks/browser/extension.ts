import type { BrowserPlace } from '../../browsers/browser-places.ts';
import { profileTitle } from '../../browsers/open-profiles.ts';
import { profilesIn, profilesWithIt, type SeenExtension } from '../../browsers/profiles.ts';
import { type BrowserCheck, fail, pass, warn } from '../../check.ts';
import { type Facts, isAnyConnected } from '../../facts.ts';
import type { Installation } from '../../installation.ts';

/** Chrome's number for "a person turned it off". */
const USER_ACTION = 1;
const LATE = 'Chrome writes its settings up to ten seconds late: after a change, look again.';

/**
 * Finds the profiles of a browser that have the extension, and whether it is on. A running link outweighs Chrome's
 * settings.
 */
export const extensionCheck: BrowserCheck = {
  name: 'extension',
  run(facts, browser) {
    const { installation } = facts;
    const { place, seen, openProfiles, links = 0 } = browser;
    const titles = (profiles: readonly string[]) =>
      profiles
        .map((name) => (installation.namesProfiles ? profileTitle(place.userDataDir, name) : name))
        .join(', ');
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
    const load = loadingOf(installation);
    if (on.length === 0 && links === 0) {
      const lacks = isUsedIn(facts) ? warn : fail;
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
      const unreachable = isAnyConnected(facts) ? warn : fail;
      return unreachable(
        `The extension is on in ${titles(on)}, but the open profile is ${titles(without)}.`,
        {
          evidence,
          fix: `Open a window of the profile ${titles(on)}. Or load the extension in ${titles(without)}: ${load}`,
        },
      );
    }
    if (isOpen && browser.links === 0) {
      return warn(
        `By Chrome's settings the extension is on in ${titles(on)}, but it has not started bproxy.`,
        {
          evidence,
          fix: 'Open chrome://extensions in that profile: bproxy has to be there and on.',
        },
      );
    }
    return pass(`The extension is on in ${titles(on)}.`, { evidence });
  },
};

/** Whether it works in any browser. Then the others may not need it. */
function isUsedIn(facts: Facts): boolean {
  return isAnyConnected(facts) || facts.browsers.some(({ seen }) => profilesWithIt(seen).length > 0);
}

function loadingOf({ extensionFolder }: Installation): string {
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
