import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import versions from './packages.json' with { type: 'json' };

export type PackageName = keyof typeof versions;

/** Beside what `pnpm install` brings, and removed with it. Express serves no file below a folder like `.cache`. */
const CACHE = fileURLToPath(new URL('../../node_modules/bproxy-applications/', import.meta.url));
const INSTALL = ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

export function versionOf(name: PackageName): string {
  return `${name} ${versions[name]}`;
}

/** The folder of the package from the npm registry. It is installed at the first run, and used again by later ones. */
export async function installed(name: PackageName, signal: AbortSignal): Promise<string> {
  const version = `${name}@${versions[name]}`;
  const folder = join(CACHE, version);
  if (!existsSync(folder)) {
    // A run that ends in between leaves no half of a package.
    const fresh = `${folder}.${process.pid}`;
    mkdirSync(fresh, { recursive: true });
    try {
      writeFileSync(join(fresh, 'package.json'), JSON.stringify({ private: true }));
      await promisify(execFile)('npm', [...INSTALL, version], { cwd: fresh, signal });
      renameSync(fresh, folder);
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  return join(folder, 'node_modules', name);
}
