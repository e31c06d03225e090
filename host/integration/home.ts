import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Action, ActionResult, Envelope } from '@bproxy/shared';

export const BINARY = fileURLToPath(new URL('../dist/bproxy-host.mjs', import.meta.url));

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

export interface HttpAnswer {
  status: number;
  json: Envelope<ActionResult[Action]>;
}

const NO_PAUSE = { min: 0, max: 0 };

/** A state directory of its own, with what a test does to the daemon in it. */
export class TestHome {
  readonly dir: string;

  /** Tabs are opened without a pause, unless the test has a pace of its own. */
  constructor(config: object = {}, parent = tmpdir()) {
    this.dir = mkdtempSync(join(parent, 'bproxy-host-'));
    writeFileSync(
      join(this.dir, 'config.json'),
      JSON.stringify({ pacing: { human: { navigate: NO_PAUSE } }, ...config }),
    );
  }

  path(name: string): string {
    return join(this.dir, name);
  }

  run(...args: string[]): Promise<CommandResult> {
    return new Promise((resolve) => {
      execFile(process.execPath, [BINARY, ...args, '--home', this.dir], (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
        resolve({ code, stdout, stderr });
      });
    });
  }

  pid(): number {
    return Number(readFileSync(this.path('daemon.lock'), 'utf8').split('\n')[0]);
  }

  log(): Array<Record<string, unknown>> {
    const day = new Date().toISOString().slice(0, 10);
    const text = readFileSync(this.path(`logs/${day}.log`), 'utf8');
    // The last line may be half written yet.
    return text
      .slice(0, text.lastIndexOf('\n'))
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  /** With all that happened before: the daemon writes a line a moment after its event. */
  async fullLog(): Promise<Array<Record<string, unknown>>> {
    await this.ask('debug.status', {});
    return this.log();
  }

  /** Posts a request as the CLI would. */
  ask(action: Action, params: object, more: object = {}): Promise<HttpAnswer> {
    const body = {
      protocol_version: 1,
      id: randomUUID(),
      action,
      params,
      session: '',
      deadline: Date.now() + 20_000,
      destructive: false,
      ...more,
    };
    return this.post(JSON.stringify(body));
  }

  post(body: string, headers: Record<string, string> = {}, path = '/', method = 'POST'): Promise<HttpAnswer> {
    const port = readFileSync(this.path('port'), 'utf8').trim();
    const token = readFileSync(this.path('token'), 'utf8').trim();
    return new Promise((resolve, reject) => {
      const call = request({ host: '127.0.0.1', port, path, method, agent: false }, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, json: JSON.parse(text) }));
      });
      call.on('error', reject);
      const all = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers };
      for (const [name, value] of Object.entries(all)) if (value !== '') call.setHeader(name, value);
      call.end(body);
    });
  }

  /** Ends the daemon, also one that a dying link has only just begun to start, and removes everything. */
  async remove(): Promise<void> {
    await this.run('stop');
    while (this.#isNamedByProcess()) await this.run('stop');
    rmSync(this.dir, { recursive: true, force: true });
  }

  #isNamedByProcess(): boolean {
    return readdirSync('/proc').some((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(this.dir);
      } catch {
        return false;
      }
    });
  }
}

export { isRunning } from '../src/home/process-identity.ts';

export async function until(what: string, condition: () => boolean, limitMs = 15_000): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`timed out waiting until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
