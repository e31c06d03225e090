import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { EXTENSION_ID } from '@bproxy/manifests';
import { MAX_TO_EXTENSION_BYTES } from '@bproxy/shared';
import { BINARY } from '../../host/integration/home.ts';
import { MessageReader } from '../../host/src/wire/messages.ts';
import { within } from '../sampling.ts';

const EXIT_MS = 10_000;

/** A link as Chrome starts it, with all of its output checked. */
export class LinkProcess {
  readonly child: ChildProcessWithoutNullStreams;
  messages = 0;
  /** Output that Chrome could not read as messages. */
  fault: string | undefined;
  #hasExited = false;
  readonly #exited: Promise<number | null>;
  #onMessage = () => {};

  constructor(home: string) {
    this.child = spawn(process.execPath, [
      BINARY,
      'link',
      '--home',
      home,
      `chrome-extension://${EXTENSION_ID}/`,
    ]);
    this.#exited = new Promise((resolve) =>
      this.child.once('exit', (code) => {
        this.#hasExited = true;
        resolve(code);
      }),
    );
    const reader = new MessageReader(MAX_TO_EXTENSION_BYTES, () => {
      this.messages += 1;
      this.#onMessage();
    });
    this.child.stdout.on('data', (chunk: Buffer) => {
      try {
        reader.push(chunk);
      } catch (error) {
        this.fault ??= String(error);
      }
    });
    this.child.stderr.on('data', (chunk) => {
      this.fault ??= `on stderr: ${chunk}`;
    });
    this.child.stdin.on('error', () => {});
  }

  get hasExited(): boolean {
    return this.#hasExited;
  }

  /** The first message of a link is its state. */
  spoke(): Promise<void> {
    const spoken = new Promise<void>((resolve) => {
      if (this.messages > 0) resolve();
      else this.#onMessage = resolve;
    });
    return within(spoken, EXIT_MS, 'the link says nothing');
  }

  /** Closes the pipes as Chrome does; the link must exit by itself, whatever happened before. */
  async end(): Promise<void> {
    this.child.stdin.end();
    try {
      const code = await within(this.#exited, EXIT_MS, 'an orphan: the link outlives its pipes');
      if (code !== 0) throw new Error(`the link ended with exit code ${code}`);
    } finally {
      if (!this.#hasExited) this.child.kill('SIGKILL');
    }
    if (this.fault) throw new Error(`the link printed more than messages: ${this.fault}`);
  }
}
