import { EXTENSION_ID } from '@bproxy/manifests';
import { CHROME_PORT_ERRORS } from '@bproxy/shared';
import { type BrowserCheck, fail, pass, warn } from '../../check.ts';
import { commandsFor } from '../../commands.ts';
import { statOf } from '../../machine/look.ts';
import { installFor, isUnchanged, launcherOf } from '../../machine/registration.ts';

/** Judges the manifest that this browser finds, by Chrome's own rules. */
export const manifestCheck: BrowserCheck = {
  name: 'manifest',
  run({ installation, registration: { receipt } }, { place, manifest, isWanted, idsBefore }) {
    const commands = commandsFor(installation);
    const repairs = [installFor(place, idsBefore)];
    const install = commands.install(
      place,
      idsBefore.filter((id) => id !== EXTENSION_ID),
    );
    if (manifest.kind === 'none') {
      const elsewhere = (receipt?.files ?? [])
        .filter(
          ({ browser, path }) => browser !== null && !place.userManifests.includes(path) && statOf(path),
        )
        .map(({ path }) => `registered instead: ${path}`);
      const evidence = [...place.userManifests.map((path) => `not there: ${path}`), ...elsewhere];
      if (!isWanted) return warn('bproxy is not registered with this browser.', { evidence, fix: install });
      const says = `There is no host manifest where this browser looks${elsewhere.length > 0 ? ', only elsewhere' : ''}.`;
      return fail(says, { evidence, chromeSays: CHROME_PORT_ERRORS['not-found'], fix: install, repairs });
    }

    const { file } = manifest;
    const isOurs = isUnchanged(receipt, file);
    const replacing = isOurs
      ? { fix: install, repairs }
      : { fix: `${commands.remove(file)} && ${install}`, repairs: [] };
    if (manifest.kind === 'refused') {
      const says = `Chrome cannot use ${file}: ${manifest.problem}.`;
      return fail(says, { evidence: [file], chromeSays: CHROME_PORT_ERRORS['not-found'], ...replacing });
    }
    const { launcher } = manifest;
    const evidence = [file, `path: ${launcher}`];
    if (manifest.kind === 'no-program') {
      const { says, chromeSays } = manifest.fault;
      const isOwn = launcher === launcherOf(installation, receipt);
      return fail(says, { evidence, chromeSays, ...(isOwn ? { fix: install, repairs } : replacing) });
    }
    evidence.push(...manifest.origins.map((origin) => `allows: ${origin}`));
    if (manifest.oddity) {
      const says = `Chrome reads ${file}, but it has ${manifest.oddity}, which is not JSON.`;
      return warn(says, { evidence, ...replacing });
    }
    if (!isOurs) evidence.push('not as `bproxy install` wrote it');
    return pass('Chrome can read the host manifest.', { evidence });
  },
};
