import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { until } from '../harness/world.ts';

export interface Program {
  /** The arguments of Node. */
  args: string[];
  cwd: string;
  env?: NodeJS.ProcessEnv;
}

/** The application as a process of its own, on a port of this computer alone. */
export class Server {
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#exited = new Promise((resolve) => child.once('exit', resolve));
  }

  /** Resolves when it answers. Its output goes to the file. */
  static async start({ args, cwd, env = {} }: Program, url: string, output: string): Promise<Server> {
    const log = openSync(output, 'a');
    const child = spawn(process.execPath, args, {
      cwd,
      stdio: ['ignore', log, log],
      env: { ...process.env, ...env },
    });
    closeSync(log);
    const server = new Server(child);
    try {
      await until(`${url} answers`, () => answers(url), 60_000);
    } catch (thrown) {
      await server.close();
      throw thrown;
    }
    return server;
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 5_000);
    await this.#exited;
    clearTimeout(timer);
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
