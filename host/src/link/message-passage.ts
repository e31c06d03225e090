import { HEADER_BYTES, MessageTooLargeError } from '../wire/messages.ts';

/** Takes the bytes of one message, its header first, as they come. */
export type MessageTaker = (bytes: Buffer) => void;

/**
 * Passes messages on while they arrive: Chrome's messages can be megabytes, and nothing here parses them. The taker is
 * chosen at the start of a message and receives all of it.
 */
export class MessagePassage {
  readonly #limit: number;
  readonly #takerOf: () => MessageTaker;
  #take: MessageTaker = () => {};
  #missing = 0;
  /** The first bytes of a header that arrived in parts. */
  #begun: Buffer = Buffer.alloc(0);

  constructor(limit: number, takerOf: () => MessageTaker) {
    this.#limit = limit;
    this.#takerOf = takerOf;
  }

  /** Throws MessageTooLargeError; the stream is then out of step and must be closed. */
  push(chunk: Buffer): void {
    let rest = this.#begun.byteLength > 0 ? Buffer.concat([this.#begun, chunk]) : chunk;
    this.#begun = Buffer.alloc(0);
    while (rest.byteLength > 0) {
      if (this.#missing === 0) {
        if (rest.byteLength < HEADER_BYTES) {
          this.#begun = rest;
          return;
        }
        const claimed = rest.readUInt32LE(0);
        if (claimed > this.#limit) throw new MessageTooLargeError(claimed, this.#limit);
        this.#missing = HEADER_BYTES + claimed;
        this.#take = this.#takerOf();
      }
      const part = rest.subarray(0, this.#missing);
      this.#missing -= part.byteLength;
      this.#take(part);
      rest = rest.subarray(part.byteLength);
    }
  }
}
