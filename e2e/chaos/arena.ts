import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chromium } from '../harness/chromium.ts';
import { until, World } from '../harness/world.ts';
import { Commands } from './asked.ts';
import { DevTools } from './devtools.ts';
import { Disk } from './disk.ts';
import { Effects } from './effects.ts';
import type { Plan } from './plan.ts';

const NO_PAUSE = { min: 0, max: 0 };
const CONFIG = {
  // Longer than a restart of Chrome takes on a busy machine.
  browserGraceMs: 60_000,
  pacing: { human: { navigate: NO_PAUSE, scroll: NO_PAUSE, interaction: NO_PAUSE, fill: NO_PAUSE } },
};

export interface Usage {
  pid: number;
  kilobytes: number;
  files: number;
}

/** Everything that a storm hits: the browser, its link, the daemon, the disk below them, and the page. */
export class Arena {
  readonly world = new World(CONFIG);
  readonly effects: Effects;
  readonly disk = Disk.mount(this.world.home);
  readonly commands = new Commands(this.world.home);
  readonly devtools = new DevTools(this.world.profile('main'));
  #browser: Chromium | undefined;

  private constructor(effects: Effects) {
    this.effects = effects;
    this.world.configure(CONFIG);
  }

  static async open(plan: Plan): Promise<Arena> {
    const arena = new Arena(await Effects.serve(plan));
    try {
      await arena.startBrowser();
      await arena.world.connected();
      return arena;
    } catch (error) {
      await arena.close();
      throw error;
    }
  }

  async startBrowser(): Promise<void> {
    this.devtools.forgetPort();
    this.#browser = await this.world.startBrowser('main', { args: ['--remote-debugging-port=0'] });
  }

  /** With everything that it started. */
  async killBrowser(): Promise<void> {
    await this.#browser?.quit('SIGKILL');
  }

  /** Stops or continues the browser's processes, the links and the daemon. */
  signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void {
    for (const { pid } of this.world.processes()) sendSignal(pid, signal);
  }

  daemonPid(): number | undefined {
    try {
      return Number(readFileSync(join(this.world.home, 'bproxy.pid'), 'utf8')) || undefined;
    } catch {
      return undefined;
    }
  }

  killDaemon(): void {
    const pid = this.daemonPid();
    if (pid !== undefined) sendSignal(pid, 'SIGKILL');
  }

  signalLinks(signal: NodeJS.Signals): void {
    for (const { pid } of this.world.links()) sendSignal(pid, signal);
  }

  usage(): { daemon: Usage | undefined; link: Usage | undefined } {
    return { daemon: usageOf(this.daemonPid()), link: usageOf(this.world.links()[0]?.pid) };
  }

  /** Ends everything and returns what was left behind. */
  async close(): Promise<string[]> {
    await this.#browser?.quit();
    await this.world.bproxy('service', 'stop');
    const left: string[] = [];
    await until('no process is left', () => this.world.processes().length === 0).catch(() => {
      left.push(...this.world.processes().map(({ pid, command }) => `process ${pid}: ${command}`));
    });
    const known = /^(bin|config\.json|install\.json|logs)$/;
    left.push(...readdirSync(this.world.home).filter((name) => !known.test(name)));
    this.disk?.unmount();
    await this.world.close();
    await this.effects.pages.close();
    return left;
  }
}

function usageOf(pid: number | undefined): Usage | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]);
    return pid && kilobytes ? { pid, kilobytes, files: readdirSync(`/proc/${pid}/fd`).length } : undefined;
  } catch {
    return undefined;
  }
}

/** The process may just have ended by itself. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {}
}
