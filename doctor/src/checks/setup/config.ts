import { join } from 'node:path';
import { HOME_FILES } from '@bproxy/shared';
import { type Check, fail, notReached, pass } from '../../check.ts';
import { statOf } from '../../machine/look.ts';

/** Judges the owner's settings. */
export const configCheck: Check = {
  name: 'config',
  run({ installation, config }) {
    const path = join(installation.home, HOME_FILES.config);
    const evidence = [path];
    switch (config.kind) {
      case 'no-reader':
        return notReached('There is no host program to judge the settings.', { evidence });
      case 'failed':
        return fail(`The settings could not be checked: ${config.problem}`, { evidence });
      case 'invalid':
        return fail(config.reason, { evidence, fix: 'Correct that key, or move the file away.' });
      case 'valid':
        return pass(statOf(path) ? `${path} is valid.` : 'There is no config.json; the defaults apply.', {
          evidence,
        });
    }
  },
};
