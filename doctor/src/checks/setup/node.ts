import { isShortLived, type Receipt } from '@bproxy/installers';
import { MINIMUM_NODE_MAJOR } from '@bproxy/manifests';
import { type Rung, rungs } from '../../check.ts';
import { commandsFor } from '../../commands.ts';
import type { Patient } from '../../installation.ts';
import { installAgain } from '../../machine/registration.ts';

const { pass, warn, fail } = rungs('node');

/** The Node that the browser will start, or before an install the one that runs now. */
export async function nodeRung(patient: Patient, receipt: Receipt | undefined): Promise<Rung> {
  const { machine } = patient;
  const path = receipt?.node ?? machine.execPath;
  const real = machine.realPath(path);
  const evidence = [`${receipt ? 'recorded by the install' : 'running now'}: ${path}`];
  const mend = { fix: commandsFor(patient).installAll, repairs: installAgain(receipt) };
  if (real === undefined) {
    return warn(`The Node that bproxy was installed with is gone: ${path}. The launcher looks elsewhere.`, {
      evidence,
      ...mend,
    });
  }
  if (real !== path) evidence.push(`which is ${real}`);
  const version = (await patient.output(path, '--version'))?.trim();
  if (version === undefined) return fail(`${path} does not run.`, { evidence, ...mend });
  if (Number(/^v(\d+)/.exec(version)?.[1] ?? 0) < MINIMUM_NODE_MAJOR) {
    const says = `${path} is Node ${version}, and bproxy needs ${MINIMUM_NODE_MAJOR} or later.`;
    return fail(says, {
      evidence,
      ...mend,
      fix: `Install Node ${MINIMUM_NODE_MAJOR} or later, then: ${mend.fix}`,
    });
  }
  if (isShortLived(path, machine.tempDir) || isShortLived(real, machine.tempDir)) {
    return warn(`${path} is in a folder that is cleaned up, so the browser may lose it.`, {
      evidence,
      fix: `Install Node for good, then: ${mend.fix}`,
    });
  }
  return pass(`${path} is Node ${version}.`, { evidence });
}
