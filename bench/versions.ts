import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import type { Stage } from './stage.ts';

export interface Versions {
  date: string;
  bproxy: string;
  node: string;
  chromium: string;
  playwright: string;
  machine: string;
}

export function versionsOf({ playwright }: Stage): Versions {
  return {
    date: new Date().toISOString().slice(0, 10),
    bproxy: versionIn('../package.json'),
    node: process.versions.node,
    chromium: playwright.version,
    playwright: versionIn('node_modules/playwright-core/package.json'),
    machine: `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)} at the start`,
  };
}

function versionIn(path: string): string {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')).version;
}
