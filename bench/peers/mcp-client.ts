import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const LIMIT_MS = 60_000;

/** A minimal client of the Model Context Protocol: JSON lines on stdio. */
export class McpClient {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, { resolve(text: string): void; reject(error: Error): void }>();
  #next = 1;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on('exit', () => this.#failAll('it ended'));
    child.on('error', (error) => this.#failAll(error.message));
    if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => this.#take(line));
  }

  static async start(script: string, args: readonly string[], cwd: string): Promise<McpClient> {
    const child = spawn(process.execPath, [script, ...args], { cwd, stdio: ['pipe', 'pipe', 'ignore'] });
    const client = new McpClient(child);
    await client.#request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'bench', version: '1' },
    });
    client.#write({ method: 'notifications/initialized' });
    return client;
  }

  call(name: string, args: object = {}): Promise<string> {
    return this.#request('tools/call', { name, arguments: args });
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const exited = new Promise<void>((resolve) => this.#child.once('exit', () => resolve()));
    this.#child.stdin?.end();
    const timer = setTimeout(() => this.#child.kill('SIGTERM'), 5_000);
    await exited;
    clearTimeout(timer);
  }

  #request(method: string, params: object): Promise<string> {
    const id = this.#next;
    this.#next += 1;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method} was not answered`)), LIMIT_MS);
      this.#waiting.set(id, {
        resolve: (text) => {
          clearTimeout(timer);
          resolve(text);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      });
      this.#write({ id, method, params });
    });
  }

  #write(message: object): void {
    this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #take(line: string): void {
    const { id, result, error } = JSON.parse(line);
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    const text = (result?.content ?? []).map((part: { text?: string }) => part.text ?? '').join('\n');
    if (error || result?.isError) waiting.reject(new Error(error?.message ?? text.slice(0, 300)));
    else waiting.resolve(text);
  }

  #failAll(why: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(why));
    this.#waiting.clear();
  }
}
