import { pnpm, prepare, run, step } from './setup.mjs';

// From a fresh clone to the npm package and the archive for stores. No browser is needed for it.
prepare();
step('packing', () => run(process.execPath, ['scripts/package.mjs']));
step('packing the extension for stores', () => pnpm('--filter', '@bproxy/extension', 'run', 'zip:store'));
