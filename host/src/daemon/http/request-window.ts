/** Far more than the agents on one computer run at once. */
const MOST_REQUESTS = 250;
const MOST_BODY_BYTES = 256 * 1024 * 1024;

/**
 * The requests being served, each from its headers to its answer. More are refused, so callers cannot make the daemon
 * grow.
 */
export class RequestWindow {
  requests = 0;
  #bytes = 0;

  /** Returns a function to call when the request has been answered, or undefined if there is no room for it. */
  enter(bytes: number): (() => void) | undefined {
    if (this.requests >= MOST_REQUESTS || this.#bytes + bytes > MOST_BODY_BYTES) return undefined;
    this.requests += 1;
    this.#bytes += bytes;
    return () => {
      this.requests -= 1;
      this.#bytes -= bytes;
    };
  }
}
