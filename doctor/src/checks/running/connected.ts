import type { BrowserFacts } from '../../browsers/browser-facts.ts';
import { profilesWithIt } from '../../browsers/profiles.ts';
import { type Check, fail, notReached, pass } from '../../check.ts';

/** Lists the browsers that are connected to the daemon. */
export const connectedCheck: Check = {
  name: 'connected',
  run({ installation, daemon: { status }, browsers }) {
    if (!status) return notReached('The daemon does not run.');
    if (status.clients.length > 0) {
      const now = installation.now();
      return pass(`Connected: ${status.clients.map(({ label }) => label).join(', ')}.`, {
        evidence: status.clients.map(
          ({ id, label, browser, lastSeenAt }) =>
            `${label}: ${browser}, ${id}, last heard ${Math.max(0, Math.round((now - lastSeenAt) / 1000))} s ago`,
        ),
      });
    }
    const evidence = browsers.map(
      ({ place, process }) =>
        `${place.label}: ${process === undefined ? 'not running' : `process ${process}`}`,
    );
    const [refusal] = status.refusals;
    if (refusal)
      return fail(refusal, { evidence, fix: 'Update bproxy and its extension to the same version.' });
    return fail('No browser is connected.', { evidence, fix: nextStep(browsers) });
  },
};

/** The popup exists only in an open profile that has the extension. */
function nextStep(browsers: readonly BrowserFacts[]): string {
  const running = browsers.filter(({ process }) => process !== undefined);
  if (running.length === 0) return 'Start the browser that has the bproxy extension.';
  const having = running.filter(({ seen, links = 0 }) => links > 0 || profilesWithIt(seen).length > 0);
  if (having.length === 0) return 'Load the extension in the browser: the check `extension` says how.';
  const hasPopup = ({ seen, openProfiles, links = 0 }: BrowserFacts) =>
    links > 0 ||
    openProfiles.length === 0 ||
    profilesWithIt(seen).some((name) => openProfiles.includes(name));
  return having.some(hasPopup)
    ? 'The extension tries again within a minute; "Reconnect" in its popup makes it try now and shows the reason.'
    : 'Open a window of the profile that has the extension: the check `extension` names it.';
}
