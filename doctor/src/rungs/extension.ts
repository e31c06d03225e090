import type { BrowserPlace } from '../browser-places.ts';
import { profilesIn, type SeenExtension } from '../profiles.ts';
import { type Rung, rungs } from '../rung.ts';

/** Chrome's number for "a person turned it off". */
const USER_ACTION = 1;

/** In which profiles of a browser the extension is, and whether it is on. */
export function extensionRung(
  place: BrowserPlace,
  seen: readonly SeenExtension[],
  /** Whether it is at work in this browser or another: then this one may well do without. */
  isUsed: boolean,
): Rung {
  const { pass, ...bad } = rungs('extension', place.label);
  const evidence =
    seen.length > 0
      ? seen.map(describe)
      : [`not in ${profilesIn(place.userDataDir).join(', ') || 'any profile'} of ${place.userDataDir}`];
  if (seen.some(({ enabled }) => enabled)) {
    const where = seen.filter(({ enabled }) => enabled).map(({ profile }) => profile);
    return pass(`The extension is on in ${where.join(', ')}.`, { evidence });
  }
  // Chrome writes a profile's settings some seconds late, so a connection may be known before the extension.
  const lacks = isUsed ? bad.warn : bad.fail;
  const fix = 'Open chrome://extensions in that profile and turn bproxy on.';
  if (seen.length > 0) return lacks('The extension is there, but turned off.', { evidence, fix });
  return lacks('The extension was not seen in any profile of this browser.', {
    evidence,
    fix: 'Open chrome://extensions, turn on the developer mode, and load the folder of the bproxy extension.',
  });
}

function describe({ profile, id, version, path, enabled, disableReasons }: SeenExtension): string {
  const byUser = disableReasons.includes(USER_ACTION) ? ', turned off by a person' : '';
  const off = ` off (reason ${disableReasons.join(', ') || 'unknown'}${byUser})`;
  return `${profile}: ${id} ${version || 'of unknown version'} from ${path || 'unknown'},${enabled ? ' on' : off}`;
}
