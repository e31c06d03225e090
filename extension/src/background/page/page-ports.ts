import type {
  Barrier,
  FrameInParent,
  FramePlace,
  FromPage,
  PageAnswer,
  PageRequest,
  PageResult,
  Point,
  ToPage,
} from '../../content-messages.ts';
import type { DocumentRef } from './document-ref.ts';
import { DocumentReplaced } from './injection.ts';

/** The tab left the page while the page had an action to run. */
export class PageDied extends Error {
  override readonly name = 'PageDied';

  /**
   * @param acted Whether the page had begun to act.
   * @param soFar What it has said of the act.
   */
  constructor(
    readonly acted: boolean,
    readonly soFar?: PageResult,
  ) {
    super(`The page went away ${acted ? 'while the action ran in it' : 'before the action began'}.`);
  }
}

export interface AskOptions {
  /** Called when the page is about to change something. */
  acting?: () => void;
  /** Called with an address that the page would have opened in a new tab. */
  opens?: (url: string) => void;
  /** Called when the page is about to navigate, with whether it posts a form. */
  leaves?: (posts: boolean) => void;
  /** Gets a part of the files of the request, as base64. */
  filePart?: (file: number, from: number) => Promise<string | null>;
  /** Called when a read needs to know where the frames of the document are. */
  places?: (document: DocumentRef) => Promise<FramePlace[]>;
  /** Ends the work in the page. */
  signal?: AbortSignal;
}

type LookAbove = (document: DocumentRef, here: FrameInParent, point?: Point) => Promise<Barrier | null>;

interface Asked {
  request: PageRequest;
  acting(): void;
  opens(url: string): void;
  leaves(posts: boolean): void;
  filePart(file: number, from: number): Promise<string | null>;
  places(document: DocumentRef): Promise<FramePlace[]>;
  acted: boolean;
  soFar?: PageResult;
  resolve(answer: PageAnswer): void;
  reject(error: unknown): void;
}

/**
 * One open port to each document that bproxy has talked to. A message on an open port takes two thirds of the time of
 * one that opens its own channel. Chrome keeps messages on a port in order and closes the port after the last one. So a
 * page that dies without reporting that it acts has not acted.
 */
export class PagePorts {
  readonly #above: LookAbove;
  readonly #open = new Map<string, PagePort>();

  /** @param above What is in the way to a frame, in the pages around it. */
  constructor(above: LookAbove = async () => null) {
    this.#above = above;
  }

  ask(document: DocumentRef, request: PageRequest, options: AskOptions = {}): Promise<PageAnswer> {
    const { documentId } = document;
    let port = this.#open.get(documentId);
    if (!port) {
      port = new PagePort(document, this.#above, () => this.#open.delete(documentId));
      this.#open.set(documentId, port);
    }
    return port.ask(request, options);
  }
}

class PagePort {
  readonly #port: chrome.runtime.Port;
  readonly #document: DocumentRef;
  readonly #above: LookAbove;
  readonly #asked = new Map<number, Asked>();
  #lastId = 0;

  constructor(document: DocumentRef, above: LookAbove, closed: () => void) {
    const port = chrome.tabs.connect(document.tabId, { documentId: document.documentId });
    this.#port = port;
    this.#document = document;
    this.#above = above;
    port.onMessage.addListener((message: FromPage) => this.#take(message));
    port.onDisconnect.addListener(() => {
      const heard = !/Receiving end does not exist/i.test(chrome.runtime.lastError?.message ?? '');
      closed();
      for (const asked of this.#asked.values()) asked.reject(endOf(asked, heard));
      this.#asked.clear();
    });
  }

  ask(
    request: PageRequest,
    {
      acting = () => {},
      opens = () => {},
      leaves = () => {},
      filePart = noPart,
      places = async () => [],
      signal,
    }: AskOptions,
  ): Promise<PageAnswer> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      this.#asked.set(id, {
        request,
        acting,
        opens,
        leaves,
        filePart,
        places,
        acted: false,
        resolve,
        reject,
      });
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
    if (message.type === 'sleep') {
      setTimeout(() => this.#wake(id), message.ms);
      return;
    }
    if (message.type === 'above?') {
      void this.#lookAbove(id, message.here, message.point);
      return;
    }
    const asked = this.#asked.get(id);
    if (!asked) return;
    if (message.type === 'answer') {
      this.#asked.delete(id);
      asked.resolve(message.answer);
    } else if (message.type === 'acting') {
      asked.acted = true;
      asked.acting();
    } else if (message.type === 'opens') asked.opens(message.url);
    else if (message.type === 'leaves') asked.leaves(message.posts);
    else if (message.type === 'so-far') asked.soFar = message.data;
    else if (message.type === 'part?') void this.#passPart(asked, message);
    else void this.#tellFrames(id, asked);
  }

  #wake(id: number): void {
    this.#sayIfThere({ id, type: 'awake' });
  }

  async #passPart({ filePart }: Asked, { id, file, from }: FromPage & { type: 'part?' }): Promise<void> {
    const data = await filePart(file, from);
    if (this.#asked.has(id)) this.#sayIfThere({ id, type: 'part', file, from, data });
  }

  /** The page may be gone by now. */
  #sayIfThere(message: ToPage): void {
    try {
      this.#say(message);
    } catch {}
  }

  async #lookAbove(id: number, here: FrameInParent, point: Point | undefined): Promise<void> {
    const unknown: Barrier = { obstacle: 'unplaced', details: {} };
    const barrier = await this.#above(this.#document, here, point).catch(() => unknown);
    try {
      this.#say({ id, type: 'above', barrier });
    } catch {}
  }

  async #tellFrames(id: number, asked: Asked): Promise<void> {
    const places = await asked.places(this.#document);
    if (this.#asked.has(id)) this.#say({ id, type: 'frame-places', places });
  }

  #say(message: ToPage): void {
    this.#port.postMessage(message);
  }
}

const noPart = () => Promise.resolve(null);

/** A request that never arrived, or that changes nothing, can go to the next document. */
function endOf({ request, acted, soFar }: Asked, heard: boolean): Error {
  const mayHaveActed = heard && request.type === 'run' && request.request.destructive;
  return mayHaveActed ? new PageDied(acted, soFar) : new DocumentReplaced();
}
