import { FrameTooLargeError, HEADER_BYTES } from '../wire/frames.ts';

/** Takes the bytes of one frame, its header first, as they come. */
export type FrameTaker = (bytes: Buffer) => void;

/**
 * Passes frames on while they arrive: what Chrome sends may have megabytes, and nobody here reads it. Who takes a
 * frame is asked at its start, and holds to its end.
 */
export class FramePassage {
  readonly #limit: number;
  readonly #takerOf: () => FrameTaker;
  #take: FrameTaker = () => {};
  #missing = 0;
  /** The first bytes of a header that has come in parts. */
  #begun: Buffer = Buffer.alloc(0);

  constructor(limit: number, takerOf: () => FrameTaker) {
    this.#limit = limit;
    this.#takerOf = takerOf;
  }

  /** Throws FrameTooLargeError; the stream is then out of step and has to be closed. */
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
        if (claimed > this.#limit) throw new FrameTooLargeError(claimed, this.#limit);
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
