import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from './setup.mjs';

// Makes the npm package `bproxy` from what `pnpm build` has built: a folder that can be used as it is, and the
// archive of it. Inside, the folders have the same layout as in the repository, so no program needs to know where it runs.
const out = resolve(process.argv[2] ?? join(ROOT, 'dist-package'));
const folder = join(out, 'bproxy');

const PARTS = {
  'cli/dist': 'cli/dist',
  'host/dist': 'host/dist',
  // No hidden folder: a person has to find it in a file dialogue.
  'extension/.output/chrome-mv3': 'extension',
  'installers/install.sh': 'installers/install.sh',
  'installers/install.ps1': 'installers/install.ps1',
  docs: 'docs',
  'README.md': 'README.md',
  'SECURITY.md': 'SECURITY.md',
  LICENSE: 'LICENSE',
};

const BINS = { bproxy: 'cli/dist/bproxy.cjs', 'bproxy-host': 'host/dist/bproxy-host.mjs' };

const { version, description, license, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json')));
const manifest = {
  name: 'bproxy',
  version,
  description,
  license,
  type: 'module',
  engines,
  bin: BINS,
  // The other files that pnpm packs as executable.
  publishConfig: { executableFiles: ['./installers/install.sh'] },
};

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [from, to] of Object.entries(PARTS)) copy(join(ROOT, from), join(folder, to));
for (const program of [...Object.values(BINS), 'installers/install.sh']) {
  chmodSync(join(folder, program), 0o755);
}
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);

const packed = spawnSync('npm', ['pack', '--silent', '--pack-destination', out], {
  cwd: folder,
  stdio: ['ignore', 'pipe', 'inherit'],
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
if (packed.status !== 0) fail('npm could not pack the folder.');
console.log(join(out, packed.stdout.trim()));

function copy(from, to) {
  if (!existsSync(from)) fail(`${from} is missing. Run \`pnpm build\` first.`);
  const isProgram = to.endsWith('/dist');
  // Node reads the programs' source maps only on demand, and they are twice the size of the rest.
  cpSync(from, to, { recursive: true, filter: (path) => !(isProgram && path.endsWith('.map')) });
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
