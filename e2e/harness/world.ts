import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Client, connect } from '@bproxy/client';
import type {
  Action,
  ActionParams,
  ActionResult,
  BproxyError,
  DaemonStatus,
  SuccessEnvelope,
} from '@bproxy/shared';
import { Chromium, prepareProfile } from './chromium.ts';
import { Pages } from './pages.ts';

export const CLI = fileURLToPath(new URL('../../cli/dist/bproxy.cjs', import.meta.url));

/** For a read whose answer may be longer than the command line prints by itself. */
export const WHOLE = ['--max-chars', '100000000'];

export interface CliResult {
  code: number;
  stdout: string;
  stderr: string;
}

export interface RunningProcess {
  pid: number;
  command: string;
}

export interface BrowserOptions {
  install?: boolean;
  headless?: boolean;
  args?: string[];
  env?: NodeJS.ProcessEnv;
  /** The folder of another build of the extension. */
  extension?: string;
  /** Where the browser saves downloads. */
  downloads?: string;
}

/** The owner's config of the tests: no pauses, and a daemon that does not outlive its browser for long. */
export const CONFIG = {
  browserGraceMs: 1_500,
  pacing: {
    allowFast: true,
    human: {
      navigate: { min: 0, max: 0 },
      scroll: { min: 0, max: 0 },
      interaction: { min: 0, max: 0 },
      fill: { min: 0, max: 0 },
      keystroke: { min: 0, max: 0 },
    },
  },
};

/** A state directory, browser profiles and everything that runs in them; `close` leaves nothing behind. */
export class World {
  readonly dir = mkdtempSync(join(tmpdir(), 'bproxy-e2e-'));
  readonly home = join(this.dir, 'home');
  #browsers: Chromium[] = [];
  #others: Array<{ close(): Promise<void> }> = [];
  #client: Client | undefined;

  constructor(config: object = CONFIG) {
    mkdirSync(this.home, { mode: 0o700 });
    this.configure(config);
  }

  /** Replaces the owner's config. */
  configure(config: object): void {
    writeFileSync(join(this.home, 'config.json'), JSON.stringify(config));
  }

  profile(name: string): string {
    return join(this.dir, `profile-${name}`);
  }

  /** The built CLI, as a user would call it. */
  bproxy(...args: string[]): Promise<CliResult> {
    return this.run(process.execPath, [CLI, ...args]);
  }

  run(command: string, args: string[], input = '', env = process.env): Promise<CliResult> {
    return new Promise((resolve, reject) => {
      const child = spawn(command, args, { env: { ...env, BPROXY_HOME: this.home } });
      const out: Buffer[] = [];
      const err: Buffer[] = [];
      child.stdout.on('data', (chunk) => out.push(chunk));
      child.stderr.on('data', (chunk) => err.push(chunk));
      child.on('error', reject);
      child.on('close', (code) =>
        resolve({
          code: code ?? -1,
          stdout: Buffer.concat(out).toString(),
          stderr: Buffer.concat(err).toString(),
        }),
      );
      // A command that does not read its input may end before it is written.
      child.stdin.on('error', () => {});
      child.stdin.end(input);
    });
  }

  /** A command that has to succeed; the answer is typed by the action that it runs. */
  async ok<A extends Action>(_action: A, ...args: string[]): Promise<SuccessEnvelope<ActionResult[A]>> {
    const { code, stdout, stderr } = await this.bproxy(...args);
    if (code !== 0) throw new Error(`bproxy ${args.join(' ')} → exit ${code}\n${stdout}${stderr}`);
    return JSON.parse(stdout);
  }

  async data<A extends Action>(action: A, ...args: string[]): Promise<ActionResult[A]> {
    return (await this.ok(action, ...args)).data;
  }

  /** The request that a command would send, without the time that a command takes to start. It has to succeed. */
  async call<A extends Action>(
    action: A,
    params: ActionParams[A],
    session: string,
  ): Promise<ActionResult[A]> {
    this.#client ??= connect(this.home);
    const answer = await this.#client.post({ action, params, session, timeoutMs: 60_000 });
    if (!answer.ok) throw new Error(`${action}: ${JSON.stringify(answer.error)}`);
    // as: the daemon of this repository keeps to its contract
    return answer.data as ActionResult[A];
  }

  /** A command that has to be answered with an error. */
  async error(...args: string[]): Promise<BproxyError> {
    const { code, stdout, stderr } = await this.bproxy(...args);
    if (code !== 1) throw new Error(`bproxy ${args.join(' ')} → exit ${code}\n${stdout}${stderr}`);
    return JSON.parse(stdout).error;
  }

  install(profile: string): Promise<CliResult> {
    return this.bproxy('install', '--user-data-dir', this.profile(profile));
  }

  /** Starts a browser on the profile, and registers the host there first unless an option says otherwise. */
  async startBrowser(profile = 'main', options: BrowserOptions = {}): Promise<Chromium> {
    prepareProfile(this.profile(profile), options.downloads);
    if (options.install !== false) {
      const { code, stderr } = await this.install(profile);
      if (code !== 0) throw new Error(`install failed: ${stderr}`);
    }
    const browser = new Chromium({
      profile: this.profile(profile),
      log: join(this.dir, `${profile}.log`),
      headless: options.headless ?? true,
      args: options.args ?? [],
      ...(options.env ? { env: options.env } : {}),
      ...(options.extension ? { extension: options.extension } : {}),
    });
    this.#browsers.push(browser);
    return browser;
  }

  /** Registers something to close with the world. */
  closeToo<T extends { close(): Promise<void> }>(part: T): T {
    this.#others.unshift(part);
    return part;
  }

  async serve(pages: Parameters<typeof Pages.serve>[0]): Promise<Pages> {
    return this.closeToo(await Pages.serve(pages));
  }

  /** A session with one tab, once the browser is connected. */
  async openSession(url: string, ...flags: '--show'[]): Promise<string> {
    await this.connected();
    return (await this.data('tab.open', 'tab', 'open', '--url', url, ...flags)).session;
  }

  async status(): Promise<DaemonStatus> {
    return this.data('debug.status', 'status');
  }

  /** Waits until this many browsers are connected, and returns the answer of `status`. */
  async connected(count = 1, limitMs = 30_000): Promise<DaemonStatus> {
    let last = '';
    const deadline = Date.now() + limitMs;
    while (Date.now() < deadline) {
      const { code, stdout, stderr } = await this.bproxy('status');
      last = stdout + stderr;
      if (code === 0) {
        const { data } = JSON.parse(stdout);
        if (data.clients.length === count) return data;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`not connected: ${last}\n${this.#logs()}`);
  }

  /** The daemon's log of today. */
  log(): Array<Record<string, unknown>> {
    const day = new Date().toISOString().slice(0, 10);
    const text = readFileSync(join(this.home, 'logs', `${day}.log`), 'utf8');
    // The last line may be incomplete.
    return text
      .slice(0, text.lastIndexOf('\n'))
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  /** Processes that name this world on their command line: browsers, links and daemons. */
  processes(): RunningProcess[] {
    return processesNaming(this.dir);
  }

  links(): RunningProcess[] {
    return this.processes().filter(({ command }) => command.includes(`link --home ${this.home}`));
  }

  /** The last opened first: a browser before the pages that it shows. */
  async close(): Promise<void> {
    for (const part of this.#others.splice(0)) await part.close();
    await Promise.all(this.#browsers.splice(0).map((browser) => browser.quit()));
    await this.bproxy('service', 'stop');
    await until('all processes of the test are gone', () => this.processes().length === 0, 45_000);
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  #logs(): string {
    try {
      const logs = join(this.home, 'logs');
      return readdirSync(logs)
        .map((name) => `--- ${name}\n${readFileSync(join(logs, name), 'utf8').slice(-3_000)}`)
        .join('\n');
    } catch {
      return '(no logs)';
    }
  }
}

/** The other processes whose command line contains this folder. */
export function processesNaming(folder: string): RunningProcess[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
    .map((pid) => ({ pid, command: readCommandLine(pid) }))
    .filter(({ command }) => command.includes(folder));
}

function readCommandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  limitMs = 20_000,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`timed out waiting until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
