import { spawnSync } from 'node:child_process';
import { ROOT } from './setup.mjs';

/** The one gate: everything that can be said about the code without running it. */
const CHECKS = [
  ['format and lint', 'biome', 'check', '.'],
  ...['shared', 'manifests', 'installers', 'host', 'cli', 'extension', 'e2e', 'scripts', 'test'].map(
    (folder) => [`types of ${folder}`, 'tsc', '-p', folder],
  ),
  [
    'import rules',
    'depcruise',
    '--config',
    '.dependency-cruiser.cjs',
    'shared',
    'manifests',
    'installers',
    'host',
    'cli',
    'extension',
    'e2e',
  ],
  ['unused code', 'knip'],
  ['generated files', 'tsx', 'scripts/generate.ts', '--check'],
];

let failed = 0;
for (const [name, command, ...args] of CHECKS) {
  const { status, stdout, stderr } = spawnSync(`node_modules/.bin/${command}`, args, {
    cwd: ROOT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  if (status === 0) continue;
  failed += 1;
  console.log(stdout + stderr);
}
process.exitCode = failed === 0 ? 0 : 1;
