import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('empty-chain', import.meta.url));
const HOST_NAME = 'bproxy.bench.empty_chain';
/** Follows from the key in its manifest. */
const EXTENSION_ID = 'pgledpifibifgcjljfkcpdaehbaodcbo';

export const EMPTY_EXTENSION = join(FOLDER, 'extension');

/** The same processes as bproxy, doing no work: HTTP, daemon, socket, native host, worker, page. */
export class EmptyChain {
  readonly #daemon: ChildProcess;
  readonly port: number;
  #tab = 0;

  private constructor(daemon: ChildProcess, port: number) {
    this.#daemon = daemon;
    this.port = port;
  }

  /** Registers its host for the profile; the extension connects when the browser starts. */
  static async start(dir: string, profile: string): Promise<EmptyChain> {
    const socket = join(dir, 'empty.sock');
    const daemon = fork(join(FOLDER, 'daemon.mjs'), [socket], {
      execArgv: [],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    const [line]: Buffer[] = await once(daemon.stdout ?? daemon, 'data');
    const launcher = join(dir, 'empty-host');
    writeFileSync(
      launcher,
      `#!/bin/sh\nexec '${process.execPath}' '${join(FOLDER, 'host.mjs')}' '${socket}'\n`,
    );
    chmodSync(launcher, 0o755);
    const hosts = join(profile, 'NativeMessagingHosts');
    mkdirSync(hosts, { recursive: true });
    const manifest = {
      name: HOST_NAME,
      description: 'Empty chain',
      path: launcher,
      type: 'stdio',
      allowed_origins: [`chrome-extension://${EXTENSION_ID}/`],
    };
    writeFileSync(join(hosts, `${HOST_NAME}.json`), JSON.stringify(manifest));
    return new EmptyChain(daemon, Number(String(line)));
  }

  async call(operation: string, ...args: unknown[]): Promise<unknown> {
    const body = JSON.stringify({ id: randomUUID(), operation, args });
    const answer = await fetch(`http://127.0.0.1:${this.port}/`, { method: 'POST', body });
    return JSON.parse(await answer.text()).result;
  }

  /** Works in the visible tab from now on. */
  async takeActiveTab(): Promise<void> {
    this.#tab = Number(await this.call('activeTab'));
  }

  inPage(operation: string, ...args: string[]): Promise<unknown> {
    return this.call(operation, this.#tab, ...args);
  }

  /** The words of a command of its own CLI. */
  command(operation: string, ...args: string[]): string[] {
    return [join(FOLDER, 'cli.mjs'), String(this.port), operation, JSON.stringify([this.#tab, ...args])];
  }

  async close(): Promise<void> {
    const exited = once(this.#daemon, 'exit');
    this.#daemon.disconnect();
    await exited;
  }
}
