import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Action, ActionParams, ActionResult } from '@bproxy/shared';
import type { World } from '../e2e/harness/world.ts';

/** bproxy as an agent uses it: warm through the request that its CLI would send, cold through the CLI itself. */
export class Product {
  readonly #world: World;
  #session = '';

  constructor(world: World) {
    this.#world = world;
  }

  get session(): string {
    return this.#session;
  }

  async open(url: string, ...flags: '--show'[]): Promise<void> {
    this.#session = (await this.#world.data('tab.open', 'tab', 'open', '--url', url, ...flags)).session;
  }

  async call<A extends Action>(action: A, params: ActionParams[A]): Promise<ActionResult[A]> {
    return this.#world.call(action, params, this.#session);
  }

  daemonPid(): number {
    return Number(readFileSync(join(this.#world.home, 'bproxy.pid'), 'utf8'));
  }

  /** The resident memory of the daemon and of the one link, in MB. */
  memory(): { daemon: number; link: number } {
    const [link] = this.#world.links();
    return { daemon: residentMb(this.daemonPid()), link: link ? residentMb(link.pid) : Number.NaN };
  }
}

function residentMb(pid: number): number {
  const [, kb] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kb) / 1024;
}

/** A command from its start to its end. */
export function runToEnd(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => errors.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      const text = Buffer.concat(output).toString();
      if (code === 0) resolve(text);
      else reject(new Error(`${args.join(' ')} ended with ${code}: ${text}${Buffer.concat(errors)}`));
    });
  });
}
