import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from '../../scripts/chromium.mjs';

export const EXTENSION = fileURLToPath(new URL('../../extension/.output/chrome-mv3', import.meta.url));

/** No first-run pages, and no traffic of the browser's own. */
const FLAGS = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--disable-gpu',
  '--password-store=basic',
  '--use-mock-keychain',
];

export interface ChromiumOptions {
  profile: string;
  /** Log file of the browser. */
  log: string;
  headless?: boolean;
  args?: string[];
  /** The folder of the extension; the built one if left out. */
  extension?: string;
  env?: NodeJS.ProcessEnv;
}

/** The arguments that both `playwright-core` and we start Chromium with. */
export function chromiumArgs({
  profile,
  headless = true,
  args = [],
  extension = EXTENSION,
}: Omit<ChromiumOptions, 'log' | 'env'>): string[] {
  return [
    ...FLAGS,
    ...(headless ? ['--headless=new'] : []),
    // Chromium refuses its sandbox to root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    `--user-data-dir=${profile}`,
    `--load-extension=${extension}`,
    ...args,
  ];
}

/** Without developer mode an unpacked extension stays off after it reloads itself. */
export function prepareProfile(profile: string, downloads?: string): void {
  mkdirSync(join(profile, 'Default'), { recursive: true });
  const preferences = {
    extensions: { ui: { developer_mode: true } },
    ...(downloads === undefined ? {} : { download: { default_directory: downloads } }),
  };
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
}

export function chromiumPath(): string {
  const path = findChromium();
  if (!path)
    throw new Error('Chromium is missing: run `npm test`, which installs it, or set BPROXY_CHROMIUM.');
  return path;
}

/** A real browser with the built extension, in a process group of its own. */
export class Chromium {
  readonly #child: ChildProcess;
  readonly exited: Promise<void>;

  constructor(options: ChromiumOptions) {
    const log = openSync(options.log, 'a');
    this.#child = spawn(chromiumPath(), [...chromiumArgs(options), 'about:blank'], {
      detached: true,
      stdio: ['ignore', log, log],
      env: options.env ?? process.env,
    });
    closeSync(log);
    this.exited = new Promise((resolve) => this.#child.once('exit', () => resolve()));
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('Chromium did not start');
    return this.#child.pid;
  }

  /** SIGTERM is a normal quit; SIGKILL a crash. */
  async quit(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill(signal);
    const timer = setTimeout(() => this.#killGroup(), 10_000);
    await this.exited;
    clearTimeout(timer);
    this.#killGroup();
  }

  #killGroup(): void {
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      // The whole group has gone already.
    }
  }
}
