import { run, setUp } from './setup.mjs';

setUp();
// Ctrl-C is for the demonstration, which tidies up; this process only waits for it.
process.on('SIGINT', () => {});
process.exitCode = run(process.execPath, ['--import', 'tsx', 'e2e/demo.ts', ...process.argv.slice(2)]);
