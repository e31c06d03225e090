import { join } from 'node:path';
import { type Rung, rungs } from '../../check.ts';
import type { Patient } from '../../installation.ts';
import { messageOf, textOf } from '../../machine/guards.ts';
import { statOf } from '../../machine/look.ts';

const { pass, fail, notReached } = rungs('config');

export interface ConfigFinding {
  rung: Rung;
  /** The port that has to be free; undefined if another would do. */
  fixedPort: number | undefined;
}

/** The owner's settings, judged by the daemon's own reader. */
export async function configRung(patient: Patient): Promise<ConfigFinding> {
  const path = join(patient.home, 'config.json');
  const evidence = [path];
  if (patient.hostBinary.path === null) {
    return {
      rung: notReached('There is no host program to judge the settings.', { evidence }),
      fixedPort: undefined,
    };
  }
  try {
    const { valid, reason, port } = await patient.runHost('check-config');
    if (valid !== true) {
      const fix = 'Correct that key, or move the file away.';
      return { rung: fail(textOf(reason), { evidence, fix }), fixedPort: undefined };
    }
    const says = statOf(path) ? `${path} is valid.` : 'There are no settings; the usual ones hold.';
    return { rung: pass(says, { evidence }), fixedPort: typeof port === 'number' ? port : undefined };
  } catch (error) {
    return {
      rung: fail(`The settings could not be checked: ${messageOf(error)}`, { evidence }),
      fixedPort: undefined,
    };
  }
}
