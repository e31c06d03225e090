import { pnpm, run, setUp, step } from './setup.mjs';

setUp();
step('checking', () => pnpm('run', 'check'));
step('testing', () =>
  run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)]),
);
step('measuring', () => run(process.execPath, ['--import', 'tsx', 'bench/main.ts', '--short']));
