import { pnpm, run, setUp, step } from './setup.mjs';

/** Words that choose some of the tests: `npm test -- e2e/click`. */
const chosen = process.argv.slice(2);

setUp();
step('checking', () => pnpm('run', 'check'));
step('testing', () => run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...chosen]));
if (chosen.length === 0) {
  step('measuring', () => run(process.execPath, ['--import', 'tsx', 'bench/main.ts', '--short']));
}
