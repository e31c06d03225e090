import type { FromPage, PageAnswer, PageRequest, ToPage } from '../../content-messages.ts';
import type { DocumentRef } from './document-ref.ts';
import { framePlaces } from './frame-places.ts';
import { DocumentReplaced } from './injection.ts';

/** The page was left while it had an action to run. */
export class PageDied extends Error {
  override readonly name = 'PageDied';

  /** @param acted Whether it had begun to act. */
  constructor(readonly acted: boolean) {
    super(`The page went away ${acted ? 'while the action ran in it' : 'before the action began'}.`);
  }
}

export interface AskOptions {
  /** Called when the page is about to change something. */
  acting?: () => void;
  /** Ends the work in the page. */
  signal?: AbortSignal;
}

interface Asked {
  request: PageRequest;
  acting(): void;
  acted: boolean;
  resolve(answer: PageAnswer): void;
  reject(error: unknown): void;
}

/**
 * One open port to each document that has been spoken to: a message on it takes two thirds of the time of one
 * that opens a channel for itself. Chrome keeps the order of messages on a port, and ends it after the last one:
 * so if a page dies without having said that it acts, it has not acted.
 */
export class PagePorts {
  readonly #open = new Map<string, PagePort>();

  ask(document: DocumentRef, request: PageRequest, options: AskOptions = {}): Promise<PageAnswer> {
    const { documentId } = document;
    let port = this.#open.get(documentId);
    if (!port) {
      port = new PagePort(document, () => this.#open.delete(documentId));
      this.#open.set(documentId, port);
    }
    return port.ask(request, options);
  }
}

class PagePort {
  readonly #port: chrome.runtime.Port;
  readonly #document: DocumentRef;
  readonly #asked = new Map<number, Asked>();
  #lastId = 0;

  constructor(document: DocumentRef, closed: () => void) {
    const port = chrome.tabs.connect(document.tabId, { documentId: document.documentId });
    this.#port = port;
    this.#document = document;
    port.onMessage.addListener((message: FromPage) => this.#take(message));
    port.onDisconnect.addListener(() => {
      const heard = !/Receiving end does not exist/i.test(chrome.runtime.lastError?.message ?? '');
      closed();
      for (const asked of this.#asked.values()) asked.reject(endOf(asked, heard));
      this.#asked.clear();
    });
  }

  ask(request: PageRequest, { acting = () => {}, signal }: AskOptions): Promise<PageAnswer> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      this.#asked.set(id, { request, acting, acted: false, resolve, reject });
      this.#say({ id, ...request });
      signal?.addEventListener('abort', () => this.#cancel(id, signal), { once: true });
    });
  }

  #cancel(id: number, { reason }: AbortSignal): void {
    const asked = this.#asked.get(id);
    if (!asked) return;
    this.#asked.delete(id);
    this.#say({ id, type: 'cancel' });
    asked.reject(reason);
  }

  #take(message: FromPage): void {
    const { id } = message;
    const asked = this.#asked.get(id);
    if (!asked) return;
    if (message.type === 'answer') {
      this.#asked.delete(id);
      asked.resolve(message.answer);
    } else if (message.type === 'acting') {
      asked.acted = true;
      asked.acting();
    } else if (asked.request.type === 'run') void this.#tellFrames(id, asked.request.request.deadline);
  }

  async #tellFrames(id: number, deadline: number): Promise<void> {
    const places = await framePlaces(this.#document, deadline);
    if (this.#asked.has(id)) this.#say({ id, type: 'frame-places', places });
  }

  #say(message: ToPage): void {
    this.#port.postMessage(message);
  }
}

/** A request that was not heard, or changes nothing, can be asked of the next document. */
function endOf({ request, acted }: Asked, heard: boolean): Error {
  const mayHaveActed = heard && request.type === 'run' && request.request.destructive;
  return mayHaveActed ? new PageDied(acted) : new DocumentReplaced();
}
