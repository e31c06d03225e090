import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findChromium, findProgram } from './chromium.mjs';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** From a fresh clone with nothing but Node to a built product and a browser to run it in. */
export function setUp() {
  prepare();
  ensurePrograms();
}

/** From a fresh clone to the built programs and the built extension. */
export function prepare() {
  checkNode();
  installPackages();
  step('building', () => pnpm('run', 'build'));
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(
      `bproxy needs Node 20.19 or later; this is ${process.versions.node}. Install a newer Node, then repeat.`,
    );
  }
}

function installPackages() {
  step('installing packages', () => pnpm('install', '--frozen-lockfile'));
}

/** The pnpm that package.json names, fetched by npm: it need not be installed. */
export function pnpm(...args) {
  const { packageManager } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return run('npm', ['exec', '--yes', '--', packageManager, ...args]);
}

/** Runs a command in the workspace; returns its exit code. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    // pnpm must neither ask nor take the settings of an npm that calls us.
    env: { ...process.env, CI: 'true', npm_config_yes: 'true' },
    shell: process.platform === 'win32',
    ...options,
  });
  return result.status ?? 1;
}

/** The headed tests need a screen, a window manager, key presses and window titles on Linux. By Debian package. */
const HEADED = { xvfb: 'Xvfb', openbox: 'openbox', xdotool: 'xdotool', 'x11-utils': 'xprop' };

function missingPackages() {
  const headed = process.platform === 'linux' ? Object.entries(HEADED) : [];
  return [
    ...(findChromium() ? [] : ['chromium']),
    ...headed.filter(([, program]) => !findProgram(program)).map(([name]) => name),
  ];
}

/** The browser, and the other programs that the headed tests need. */
export function ensurePrograms() {
  const missing = missingPackages();
  if (missing.length === 0) return;
  const isRoot = process.getuid?.() === 0;
  const hasApt = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
  if (!isRoot || !hasApt) {
    fail(
      `Missing: ${missing.join(', ')}. On Debian: \`sudo apt-get install ${missing.join(' ')}\`. Elsewhere: install them and put them on PATH; BPROXY_CHROMIUM may name a Chromium. (Branded Chrome cannot load an extension from the command line.)`,
    );
  }
  const quiet = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  step(`installing ${missing.join(', ')} from Debian`, () => {
    run('apt-get', ['update', '-qq'], quiet);
    return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], quiet);
  });
  const still = missingPackages();
  if (still.length > 0) fail(`Installed, but not on PATH: ${still.join(', ')}.`);
}

export function step(what, action) {
  console.log(`── ${what}`);
  if (action() !== 0) fail(`${what} failed.`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
