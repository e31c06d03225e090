import { EXTENSION_ID } from '@bproxy/manifests';
import type { BrowserPlace } from '../../browsers/browser-places.ts';
import { CHROME_TEXTS, type Rung, rungs } from '../../check.ts';
import { commandsFor } from '../../commands.ts';
import type { Patient } from '../../installation.ts';
import { installFor } from '../../machine/registration.ts';

export interface GrantQuestion {
  place: BrowserPlace;
  /** The manifest and whom it lets in. */
  file: string;
  origins: readonly string[];
  /** The ids that are to connect here. */
  wantedIds: readonly string[];
  /** The ids that a person or bproxy itself granted before; a new one is never granted unasked. */
  grantedIds: readonly string[];
  /** Those that `bproxy install` let in here; they are to keep their way in. */
  idsBefore: readonly string[];
  isUnchanged: boolean;
}

/** Whether the manifest lets in the extension that this browser has. */
export function grantedRung(patient: Patient, question: GrantQuestion): Rung {
  const { place, file, origins, wantedIds, grantedIds, idsBefore, isUnchanged } = question;
  const { pass, fail } = rungs('granted', place.label);
  const missing = wantedIds.filter((id) => !origins.includes(`chrome-extension://${id}/`));
  const evidence = [
    ...origins.map((origin) => `allows: ${origin}`),
    ...wantedIds.map((id) => `needed: ${id}`),
  ];
  if (missing.length === 0) return pass(`The manifest lets in ${wantedIds.join(', ')}.`, { evidence });
  const commands = commandsFor(patient);
  const ids = [...new Set([...idsBefore, ...missing])];
  const install = commands.install(
    place,
    ids.filter((id) => id !== EXTENSION_ID),
  );
  const known = missing.every((id) => grantedIds.includes(id));
  return fail(`The manifest does not let in the extension ${missing.join(', ')}.`, {
    evidence,
    chromeSays: CHROME_TEXTS.forbidden,
    fix: isUnchanged ? install : `${commands.remove(file)} && ${install}`,
    repairs: isUnchanged && known ? [installFor(place, ids)] : [],
  });
}
