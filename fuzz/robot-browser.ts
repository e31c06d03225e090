import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { EXTENSION_ID } from '@bproxy/manifests';
import {
  type AnyForwardedRequest,
  type HelloMessage,
  PING_INTERVAL_MS,
  type ToExtensionMessage,
} from '@bproxy/shared';
import { homeAt } from '../host/src/home/home.ts';
import { attach } from '../host/src/link/attach.ts';
import { encodeMessage, MessageReader } from '../host/src/wire/messages.ts';

const ORIGIN = `chrome-extension://${EXTENSION_ID}/`;

/** A link that has proven the token. The working directory must be the home: its socket is named relative to it. */
export function attachedSocket(dir: string): Promise<Socket> {
  return attach(homeAt(dir), { origin: ORIGIN, browserRun: 'fuzz', version: '0.1.0' });
}

export function helloOf(instance: string, label: string): HelloMessage {
  return {
    type: 'hello',
    protocol: { min: 1, max: 1 },
    instance,
    run: 'run-of-the-fuzz',
    worker: 'worker-of-the-fuzz',
    extensionVersion: '0.1.0',
    browser: { brand: 'Robot', version: '1' },
    label,
    tabs: [],
  };
}

/** A browser that answers every request at once and counts what reached it. */
export class RobotBrowser {
  readonly instance = randomUUID();
  readonly requests: AnyForwardedRequest[] = [];
  count = 0;
  isConnected = true;
  /** Requests wait for their answers until this is off again. */
  #held: AnyForwardedRequest[] | undefined;
  readonly #socket: Socket;
  #nextTab = 1;

  private constructor(socket: Socket, label: string, welcome: () => void) {
    this.#socket = socket;
    const reader = new MessageReader(1 << 21, (body) => {
      const message: ToExtensionMessage = JSON.parse(body.toString());
      if (message.type === 'welcome') welcome();
      if (message.type === 'request') this.#take(message.request);
    });
    socket.on('data', (chunk: Buffer) => reader.push(chunk));
    socket.on('error', () => {});
    // As the worker does: the daemon drops a silent browser.
    const pings = setInterval(
      () => socket.write(encodeMessage({ type: 'ping', ts: Date.now() })),
      PING_INTERVAL_MS,
    );
    socket.on('close', () => {
      clearInterval(pings);
      this.isConnected = false;
    });
    socket.resume();
    socket.write(encodeMessage(helloOf(this.instance, label)));
  }

  static async connect(dir: string, label: string): Promise<RobotBrowser> {
    const socket = await attachedSocket(dir);
    return new Promise((resolve) => {
      const robot: RobotBrowser = new RobotBrowser(socket, label, () => resolve(robot));
    });
  }

  set isHolding(isHolding: boolean) {
    const held = this.#held ?? [];
    this.#held = isHolding ? held : undefined;
    if (!isHolding) for (const request of held) this.#answer(request);
  }

  end(): void {
    this.#socket.destroy();
  }

  #take(request: AnyForwardedRequest): void {
    this.count += 1;
    this.requests.push(request);
    if (this.requests.length > 1_000) this.requests.shift();
    if (this.#held) this.#held.push(request);
    else this.#answer(request);
  }

  #answer(request: AnyForwardedRequest): void {
    const page = { url: 'http://page.test/', title: 'page', state: 'ready', busy: false };
    const data = this.#answerTo(request.action);
    const response = { protocol_version: 1, id: request.id, ok: true, data, page, replay: false };
    this.#socket.write(encodeMessage({ type: 'response', response }));
  }

  #answerTo(action: AnyForwardedRequest['action']): object {
    if (action === 'tab.open') {
      this.#nextTab += 1;
      return { tabId: this.#nextTab, url: 'http://page.test/', title: 'page' };
    }
    if (action === 'debug.log') return { entries: [] };
    return { elements: [], minted: { read: 1, count: 0, documentId: 'page' } };
  }
}
