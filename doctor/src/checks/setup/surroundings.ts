import { type Check, pass, warn } from '../../check.ts';

/** Boxes around a browser or around us that a host cannot be started through: sudo, Snap, Flatpak, WSL. */
export const surroundingsCheck: Check = {
  name: 'surroundings',
  run({ environment: { sandboxed, underSudo }, kernelRelease }) {
    const isWsl = /microsoft/i.test(kernelRelease);
    const evidence = [...sandboxed, ...(isWsl ? [`WSL: ${kernelRelease.trim()}`] : [])];
    if (underSudo) {
      return warn('This is root, by sudo: what is seen here is not of the user whose browser it is.', {
        evidence: ['SUDO_USER is set'],
        fix: 'Run it again without sudo.',
      });
    }
    if (isWsl) {
      return warn(
        'This is Linux inside Windows: only a browser that runs inside it, too, can start bproxy.',
        {
          evidence,
          fix: 'For Chrome on Windows, install bproxy on Windows.',
        },
      );
    }
    if (sandboxed.length > 0) {
      return warn(`${sandboxed.join(', ')}: its sandbox cannot start a program of yours.`, {
        evidence,
        fix: 'Use the browser from its vendor or your distribution.',
      });
    }
    return pass('No sandbox is in the way.', { evidence });
  },
};
