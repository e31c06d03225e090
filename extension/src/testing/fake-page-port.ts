import type { PageAnswer, ToPage } from '../content-messages.ts';
import { FakeEvent } from './fake-chrome.ts';

/** The background's end of a port to a page. The page acts a turn later, as it does in Chrome. */
export class FakePagePort {
  /** The value of `chrome.runtime.lastError` while an `onDisconnect` runs. */
  static lastError: { message: string } | undefined;

  readonly onMessage = new FakeEvent<[unknown]>();
  readonly onDisconnect = new FakeEvent<[]>();
  readonly #received: (message: ToPage) => void;

  constructor(received: (message: ToPage) => void) {
    this.#received = received;
  }

  postMessage(message: ToPage): void {
    this.#received(message);
  }

  announces(id: number): void {
    queueMicrotask(() => this.onMessage.fire({ id, type: 'acting' }));
  }

  answers(id: number, answer: PageAnswer): void {
    queueMicrotask(() => this.onMessage.fire({ id, type: 'answer', answer }));
  }

  dies(): void {
    queueMicrotask(() => this.onDisconnect.fire());
  }

  findsNobody(): void {
    queueMicrotask(() => {
      FakePagePort.lastError = { message: 'Could not establish connection. Receiving end does not exist.' };
      this.onDisconnect.fire();
      FakePagePort.lastError = undefined;
    });
  }
}
