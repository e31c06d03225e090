import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { ROOT } from './setup.mjs';

const PACKAGES = [
  'shared',
  'manifests',
  'installers',
  'doctor',
  'host',
  'client',
  'cli',
  'extension',
  'e2e',
  'fuzz',
  'bench',
];

/** The one gate: every check that does not run the code. */
const CHECKS = [
  ['format and lint', 'biome', 'check', '.'],
  ...[...PACKAGES, 'scripts', 'test'].map((folder) => [`types of ${folder}`, 'tsc', '-p', folder]),
  ['import rules', 'depcruise', '--config', '.dependency-cruiser.cjs', ...PACKAGES],
  ['unused code', 'knip'],
  ['clobbered reads', 'tsx', 'scripts/clobbered-reads.ts'],
  ['generated files', 'tsx', 'scripts/generate.ts', '--check'],
];

function run([name, command, ...args]) {
  return new Promise((resolve) => {
    const shell = process.platform === 'win32';
    const child = spawn(`node_modules/.bin/${command}`, args, { cwd: ROOT, shell });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('close', (code) => {
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name}`);
      if (code !== 0) console.log(output);
      resolve(code === 0);
    });
  });
}

const waiting = [...CHECKS];
const results = [];
async function work() {
  for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await run(next));
}
await Promise.all(Array.from({ length: availableParallelism() }, work));
process.exitCode = results.every(Boolean) ? 0 : 1;
