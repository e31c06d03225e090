import {
  type AnyForwardedRequest,
  isAction,
  ProtocolError,
  type SessionView,
  type ToDaemonMessage,
  type ToExtensionMessage,
  traitsOf,
} from '@bproxy/shared';
import type { FileParts } from '../files/file-parts.ts';
import { failure } from '../requests/answer.ts';
import type { Dispatcher } from '../requests/dispatcher.ts';
import { ChunkAssembly } from './chunks.ts';
import type { ConnectionEvent } from './connection-state.ts';
import { readIncoming } from './messages.ts';

interface IncomingParts {
  feed(event: ConnectionEvent): void;
  send(message: ToDaemonMessage): void;
  fileParts: Pick<FileParts, 'came'>;
  dispatcher: Pick<Dispatcher, 'handle' | 'resume' | 'cancel' | 'inFlight'>;
  /** These tabs no longer belong to bproxy. */
  release(tabIds: number[]): void;
  /** The sessions of this browser, as the daemon knows them now. */
  sessions(sessions: SessionView[]): void;
  /** The ignored message and the reason, for a person who reads the worker's console. */
  note(text: string): void;
}

/** Twice the daemon's own limit. A sender of more has lost count, and must not make the worker grow. */
const MOST_IN_FLIGHT = 200;

/** Whether this version of the extension has a handler for it. A newer daemon may know more actions. */
function isOurs(action: string): boolean {
  return isAction(action) && traitsOf(action).at !== 'daemon';
}

function unsupportedAction(action: string): ProtocolError {
  return new ProtocolError('UNSUPPORTED_ACTION', {
    message: `This version of the extension does not know the action "${action}".`,
    details: { action },
  });
}

/** Passes every message of the port to the part that handles it. */
export class IncomingMessages {
  readonly #parts: IncomingParts;
  readonly #chunks = new ChunkAssembly();

  constructor(parts: IncomingParts) {
    this.#parts = parts;
  }

  /** Nothing from an old port continues on the next. */
  reset(): void {
    this.#chunks.clear();
  }

  take(value: unknown): void {
    const incoming = readIncoming(value, isOurs);
    switch (incoming.kind) {
      case 'malformed':
        this.#parts.note(`Ignored ${incoming.reason}.`);
        return;
      case 'unknown-action':
        this.#refuse(incoming.id, unsupportedAction(incoming.action));
        return;
      case 'bad-request':
        this.#refuse(incoming.id, new ProtocolError('BAD_REQUEST', { details: { issues: incoming.issues } }));
        return;
      case 'message':
        this.#deliver(incoming.message);
    }
  }

  #refuse(id: string, error: ProtocolError): void {
    this.#parts.feed({ type: 'heard' });
    this.#parts.send({ type: 'response', response: failure(id, error), begun: false });
  }

  #deliver(message: ToExtensionMessage): void {
    const { feed, dispatcher } = this.#parts;
    switch (message.type) {
      case 'link':
        this.reset();
        feed(message);
        return;
      case 'welcome': {
        const { daemonVersion: version, protocol, home, client } = message;
        feed({ type: 'welcome', daemon: { version, protocol, home, client } });
        return;
      }
      case 'refused':
      case 'pong':
        feed(message);
        return;
    }
    feed({ type: 'heard' });
    if (message.type === 'chunk') this.#assemble(message);
    if (message.type === 'request') this.#run(message.request);
    if (message.type === 'resume')
      void dispatcher
        .resume(message.requests)
        .catch(() => this.#parts.note('The record of requests cannot be read.'));
    if (message.type === 'part') this.#parts.fileParts.came(message);
    if (message.type === 'release') this.#parts.release(message.tabIds);
    if (message.type === 'sessions') this.#parts.sessions(message.sessions);
    if (message.type === 'cancel') dispatcher.cancel(message.id);
  }

  #run(request: AnyForwardedRequest): void {
    const { dispatcher } = this.#parts;
    if (dispatcher.inFlight < MOST_IN_FLIGHT) void dispatcher.handle(request);
    else this.#refuse(request.id, new ProtocolError('OVERLOADED'));
  }

  #assemble(chunk: Extract<ToExtensionMessage, { type: 'chunk' }>): void {
    const outcome = this.#chunks.add(chunk);
    if (outcome.state === 'dropped') this.#parts.note(`Dropped a message: ${outcome.reason}.`);
    if (outcome.state === 'complete') this.take(outcome.value);
  }
}
