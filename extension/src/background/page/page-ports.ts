import type { AnyContentRequest, ContentEnvelope, FromPage, ToPage } from '../../content-messages.ts';
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

interface Run {
  request: AnyContentRequest;
  acting(): void;
  acted: boolean;
  resolve(answer: ContentEnvelope): void;
  reject(error: Error): void;
}

/**
 * One open port to each document that has been spoken to: a message on it takes two thirds of the time of one
 * that opens a channel for itself. Chrome keeps the order of what is said on a port, and ends it after the last
 * word: so if a page dies without having said that it acts, it has not acted.
 */
export class PagePorts {
  readonly #open = new Map<string, PagePort>();

  /** `acting` is called when the page is about to change something. */
  run(
    tabId: number,
    documentId: string,
    request: AnyContentRequest,
    acting: () => void,
  ): Promise<ContentEnvelope> {
    let port = this.#open.get(documentId);
    if (!port) {
      port = new PagePort(tabId, documentId, () => this.#open.delete(documentId));
      this.#open.set(documentId, port);
    }
    return port.run(request, acting);
  }
}

class PagePort {
  readonly #port: chrome.runtime.Port;
  readonly #framePlaces: (deadline: number) => ReturnType<typeof framePlaces>;
  readonly #runs = new Map<string, Run>();

  constructor(tabId: number, documentId: string, closed: () => void) {
    const port = chrome.tabs.connect(tabId, { documentId });
    this.#port = port;
    this.#framePlaces = (deadline) => framePlaces(tabId, documentId, deadline);
    port.onMessage.addListener((message: FromPage) => this.#take(message));
    port.onDisconnect.addListener(() => {
      const heard = !/Receiving end does not exist/i.test(chrome.runtime.lastError?.message ?? '');
      closed();
      for (const run of this.#runs.values()) run.reject(endOf(run, heard));
      this.#runs.clear();
    });
  }

  run(request: AnyContentRequest, acting: () => void): Promise<ContentEnvelope> {
    return new Promise((resolve, reject) => {
      this.#runs.set(request.id, { request, acting, acted: false, resolve, reject });
      this.#say({ type: 'run', request });
    });
  }

  #take(message: FromPage): void {
    const run = this.#runs.get(message.type === 'answer' ? message.answer.id : message.id);
    if (message.type === 'answer') {
      this.#runs.delete(message.answer.id);
      run?.resolve(message.answer);
    } else if (run && message.type === 'acting') {
      run.acted = true;
      run.acting();
    } else if (run) void this.#tellFrames(run.request);
  }

  async #tellFrames({ id, deadline }: AnyContentRequest): Promise<void> {
    const places = await this.#framePlaces(deadline);
    if (this.#runs.has(id)) this.#say({ type: 'frame-places', id, places });
  }

  #say(message: ToPage): void {
    this.#port.postMessage(message);
  }
}

/** What was not heard, and what changes nothing, can be asked of the next document. */
function endOf({ request, acted }: Run, heard: boolean): Error {
  return heard && request.destructive ? new PageDied(acted) : new DocumentReplaced();
}
