import { type Check, pass, warn } from '../../check.ts';

/** Surroundings in which a browser cannot start the host: sudo, Snap, Flatpak, WSL. */
export const surroundingsCheck: Check = {
  name: 'surroundings',
  run({ environment: { sandboxed, underSudo }, kernelRelease }) {
    const isWsl = /microsoft/i.test(kernelRelease);
    const evidence = [...sandboxed, ...(isWsl ? [`WSL: ${kernelRelease.trim()}`] : [])];
    if (underSudo) {
      return warn(
        'This runs as root, by sudo: the folders of root are checked, not those of the user of the browser.',
        {
          evidence: ['SUDO_USER is set'],
          fix: 'Run it again without sudo.',
        },
      );
    }
    if (isWsl) {
      return warn(
        'This is Linux inside Windows: only a browser that also runs inside Linux can start bproxy.',
        {
          evidence,
          fix: 'For Chrome on Windows, install bproxy on Windows.',
        },
      );
    }
    if (sandboxed.length > 0) {
      return warn(`${sandboxed.join(', ')}: its sandbox does not let it start your programs.`, {
        evidence,
        fix: 'Use the browser from its vendor or your distribution.',
      });
    }
    return pass('No sandbox is in the way.', { evidence });
  },
};
