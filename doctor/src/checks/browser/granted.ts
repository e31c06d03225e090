import { EXTENSION_ID } from '@bproxy/manifests';
import { CHROME_PORT_ERRORS } from '@bproxy/shared';
import { type BrowserCheck, fail, notReached, pass } from '../../check.ts';
import { commandsFor } from '../../commands.ts';
import { grantedIds, installFor, isUnchanged } from '../../machine/registration.ts';

/** Whether the manifest grants the extension that this browser has. */
export const grantedCheck: BrowserCheck = {
  name: 'granted',
  run({ installation, registration: { receipt } }, { place, manifest, wantedIds, idsBefore }) {
    if (manifest.kind !== 'usable') return notReached('There is no manifest that Chrome could use.');
    const { file, origins } = manifest;
    const missing = wantedIds.filter((id) => !origins.includes(`chrome-extension://${id}/`));
    const evidence = [
      ...origins.map((origin) => `allows: ${origin}`),
      ...wantedIds.map((id) => `needed: ${id}`),
    ];
    if (missing.length === 0) return pass(`The manifest lets in ${wantedIds.join(', ')}.`, { evidence });
    const commands = commandsFor(installation);
    const ids = [...new Set([...idsBefore, ...missing])];
    const install = commands.install(
      place,
      ids.filter((id) => id !== EXTENSION_ID),
    );
    const isOurs = isUnchanged(receipt, file);
    // Only a person may grant an extension for the first time.
    const isKnown = missing.every((id) => grantedIds(receipt).includes(id));
    return fail(`The manifest does not let in the extension ${missing.join(', ')}.`, {
      evidence,
      chromeSays: CHROME_PORT_ERRORS.forbidden,
      fix: isOurs ? install : `${commands.remove(file)} && ${install}`,
      repairs: isOurs && isKnown ? [installFor(place, ids)] : [],
    });
  },
};
