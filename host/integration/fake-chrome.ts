import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { EXTENSION_ID } from '@bproxy/manifests';
import type { HelloMessage, ToDaemonMessage, ToExtensionMessage } from '@bproxy/shared';
import { encodeMessage, MessageReader } from '../src/wire/messages.ts';
import { BINARY } from './home.ts';

type Received<T extends ToExtensionMessage['type']> = Extract<ToExtensionMessage, { type: T }>;

export interface FakeChromeOptions {
  origin?: string;
  nodeArgs?: string[];
  hello?: Partial<HelloMessage>;
}

/** Chrome and the extension at once: launches a link as Chrome does, and speaks messages with it. */
export class FakeChrome {
  readonly child: ChildProcessWithoutNullStreams;
  readonly instance: string;
  readonly exited: Promise<number | null>;
  readonly messages: ToExtensionMessage[] = [];
  /** Message sizes, and every byte of stdout that is not part of a message would break the reader. */
  readonly messageBytes: number[] = [];
  streamError: unknown;
  #hello: HelloMessage;
  #taken = new Set<ToExtensionMessage>();
  #wake: Array<() => void> = [];

  constructor(home: string, options: FakeChromeOptions = {}) {
    this.#hello = {
      type: 'hello',
      protocol: { min: 1, max: 1 },
      instance: randomUUID(),
      run: randomUUID(),
      worker: randomUUID(),
      extensionVersion: '0.1.0',
      browser: { brand: 'Fake', version: '1' },
      label: 'fake',
      tabs: [],
      ...options.hello,
    };
    this.instance = this.#hello.instance;
    const origin = options.origin ?? `chrome-extension://${EXTENSION_ID}/`;
    this.child = spawn(process.execPath, [
      ...(options.nodeArgs ?? []),
      BINARY,
      'link',
      '--home',
      home,
      origin,
    ]);
    this.exited = new Promise((resolve) => this.child.once('exit', resolve));
    const reader = new MessageReader(1_048_576, (body) => {
      this.messageBytes.push(body.byteLength);
      this.messages.push(JSON.parse(body.toString()));
      for (const wake of this.#wake.splice(0)) wake();
    });
    this.child.stdout.on('data', (chunk) => {
      try {
        reader.push(chunk);
      } catch (error) {
        this.streamError = error;
      }
    });
  }

  send(message: ToDaemonMessage): void {
    this.child.stdin.write(encodeMessage(message));
  }

  /** The next message of this type that no test has taken yet. */
  async next<T extends ToExtensionMessage['type']>(
    type: T,
    matches: (message: Received<T>) => boolean = () => true,
    limitMs = 15_000,
  ): Promise<Received<T>> {
    const isIt = (message: ToExtensionMessage): message is Received<T> =>
      message.type === type && !this.#taken.has(message) && matches(message as Received<T>);
    const deadline = Date.now() + limitMs;
    for (;;) {
      const found = this.messages.find(isIt);
      if (found) {
        this.#taken.add(found);
        return found;
      }
      const left = deadline - Date.now();
      if (left <= 0) {
        throw new Error(`no ${type} message; seen: ${JSON.stringify(this.messages).slice(0, 2_000)}`);
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  state(state: Received<'link'>['state']): Promise<Received<'link'>> {
    return this.next('link', (message) => message.state === state);
  }

  /** Waits for the daemon and introduces the extension to it. */
  async connect(change: Partial<HelloMessage> = {}): Promise<Received<'welcome'>> {
    await this.state('attached');
    return this.introduce(change);
  }

  async introduce(change: Partial<HelloMessage> = {}): Promise<Received<'welcome'>> {
    this.#hello = { ...this.#hello, ...change };
    this.send(this.#hello);
    return this.next('welcome');
  }

  async request(): Promise<Received<'request'>['request']> {
    return (await this.next('request')).request;
  }

  answer(id: string, data: object, url = 'http://page.test/', replay = false): void {
    const page = { url, title: 'page', state: 'ready' as const, busy: false };
    const response = { protocol_version: 1 as const, id, ok: true as const, data, page, replay };
    this.child.stdin.write(encodeMessage({ type: 'response', response }));
  }

  /** What Chrome does when the extension's port is gone: it closes the pipes. */
  closePort(): void {
    this.child.stdin.end();
  }

  async end(): Promise<void> {
    this.child.stdin.destroy();
    this.child.kill('SIGKILL');
    await this.exited;
  }
}
