import { readFileSync } from 'node:fs';
import { readAccess } from '@bproxy/client';
import { isRunning, TestHome } from '../host/integration/home.ts';
import { Violation } from './sampling.ts';

const FREE = { min: 0, max: 0 };
const NO_PAUSES = { navigate: FREE, scroll: FREE, interaction: FREE, fill: FREE };

/** The most memory that a daemon may use after any input; it starts with about 80 MiB. */
const MOST_RSS = 700 * 1024 * 1024;

/** A home with the built daemon, which must survive every input. */
export class Ground {
  readonly home = new TestHome({ pacing: { human: NO_PAUSES, fast: NO_PAUSES }, logLevel: 'warn' });
  pid = 0;
  peakRss = 0;

  async start(): Promise<void> {
    const { code, stdout, stderr } = await this.home.run('start');
    if (code !== 0) throw new Error(`the daemon does not start: ${stderr}`);
    this.pid = JSON.parse(stdout).pid;
    process.chdir(this.home.dir);
  }

  get token(): string {
    return readAccess(this.home.dir).token;
  }

  get port(): number {
    return readAccess(this.home.dir).port;
  }

  /** Checks that the same process still answers, stays within its memory and logged nothing unexpected. */
  async assertSound(given: unknown): Promise<void> {
    if (!isRunning(this.pid)) throw new Violation('the daemon has died', given);
    if (this.home.pid() !== this.pid) throw new Violation('another daemon has taken the home', given);
    const { status } = await this.home.ask('debug.status', {});
    if (status !== 200) throw new Violation('the daemon does not answer its owner', given);
    const rss = residentBytes(this.pid);
    this.peakRss = Math.max(this.peakRss, rss);
    if (rss > MOST_RSS) throw new Violation(`the daemon has grown to ${rss} bytes`, given);
    const odd = this.home.log().find(({ event }) => event === 'internal_error' || event === 'crash');
    if (odd) throw new Violation(`the daemon's log has ${JSON.stringify(odd)}`, given);
  }

  async end(): Promise<void> {
    process.chdir('/');
    await this.home.remove();
  }
}

export function residentBytes(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(line ?? 0) * 1024;
}
