import { isShortLived } from '@bproxy/installers';
import { MINIMUM_NODE_MAJOR } from '@bproxy/manifests';
import { type Check, fail, pass, warn } from '../../check.ts';
import { commandsFor } from '../../commands.ts';
import { installAgain } from '../../machine/registration.ts';

/** Judges the Node that the browser will start, or before an install the Node that runs now. */
export const nodeCheck: Check = {
  name: 'node',
  async run({ installation, registration: { receipt } }) {
    const { machine } = installation;
    const path = receipt?.node ?? machine.execPath;
    const real = machine.realPath(path);
    const evidence = [`${receipt ? 'recorded by the install' : 'running now'}: ${path}`];
    const repair = { fix: commandsFor(installation).installAll, repairs: installAgain(receipt) };
    if (real === undefined) {
      return warn(
        `The Node that bproxy was installed with is gone: ${path}. The launcher tries other places.`,
        {
          evidence,
          ...repair,
        },
      );
    }
    if (real !== path) evidence.push(`which is ${real}`);
    const version = (await installation.output(path, '--version'))?.trim();
    if (version === undefined) return fail(`${path} does not run.`, { evidence, ...repair });
    if (Number(/^v(\d+)/.exec(version)?.[1] ?? 0) < MINIMUM_NODE_MAJOR) {
      const says = `${path} is Node ${version}, and bproxy needs ${MINIMUM_NODE_MAJOR} or later.`;
      return fail(says, {
        evidence,
        ...repair,
        fix: `Install Node ${MINIMUM_NODE_MAJOR} or later, then: ${repair.fix}`,
      });
    }
    if (isShortLived(path, machine.tempDir) || isShortLived(real, machine.tempDir)) {
      return warn(`${path} is in a folder that gets cleaned up, so it may disappear.`, {
        evidence,
        fix: `Install Node permanently, then: ${repair.fix}`,
      });
    }
    return pass(`${path} is Node ${version}.`, { evidence });
  },
};
