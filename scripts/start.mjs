import { run, setUp } from './setup.mjs';

setUp();
process.exitCode = run(process.execPath, ['--import', 'tsx', 'e2e/demo.ts', ...process.argv.slice(2)]);
